-- What a person sees of a Word document in Neovim with the configuration of docs/editors/neovim.md; the values go to
-- $REPORT.

local function view()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.startswith(vim.api.nvim_buf_get_name(buffer), "markscheme-text:") then
      return buffer
    end
  end
end

local function utf16(buffer, line, column)
  local text = vim.api.nvim_buf_get_lines(buffer, line, line + 1, false)[1] or ""
  local _, units = vim.str_utfindex(text, math.min(column, #text))
  return units
end

vim.wait(120000, function()
  local buffer = view()
  return buffer and #vim.diagnostic.get(buffer) > 1
end, 50)

local buffer = view()
local places = vim.tbl_map(function(diagnostic)
  local first, last = diagnostic.lnum, diagnostic.end_lnum
  local place = { first, utf16(buffer, first, diagnostic.col), last, utf16(buffer, last, diagnostic.end_col) }
  return { place = place, code = diagnostic.code or ((diagnostic.user_data or {}).lsp or {}).code }
end, vim.diagnostic.get(buffer))
local text = { lines = vim.api.nvim_buf_get_lines(buffer, 0, -1, false), modifiable = vim.bo[buffer].modifiable }
vim.fn.writefile({ vim.json.encode({ diagnostics = { value = places }, text = { value = text } }) }, vim.env.REPORT)
vim.cmd("qall!")
