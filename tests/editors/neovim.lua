-- What a person does in Neovim with the configuration of docs/editors/neovim.md; each step's value or error goes to
-- $REPORT. Keys are pressed as typed, so that the page's mappings are what is tried.

local buffer = vim.api.nvim_get_current_buf()
local line = tonumber(vim.env.TARGET_LINE)
local report = {}

local function wait(what, seconds, condition)
  local found
  local done = vim.wait(seconds * 1000, function()
    found = condition()
    return found and true or false
  end, 50)
  assert(done, "waited in vain for " .. what)
  return found
end

local function step(name, action)
  local ok, value = xpcall(action, debug.traceback)
  report[name] = ok and { value = value } or { error = tostring(value) }
end

local function text_of(number)
  return vim.api.nvim_buf_get_lines(buffer, number, number + 1, false)[1] or ""
end

local function utf16(number, column)
  local text = text_of(number)
  local _, units = vim.str_utfindex(text, math.min(column, #text))
  return units
end

local function code(diagnostic)
  local lsp = (diagnostic.user_data or {}).lsp or {}
  return diagnostic.code or lsp.code
end

local function lens_titles()
  vim.api.nvim_exec_autocmds("InsertLeave", { buffer = buffer })
  local titles = {}
  for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
    table.insert(titles, lens.command.title)
  end
  return titles
end

local function codes_at_target()
  local codes = {}
  for _, diagnostic in ipairs(vim.diagnostic.get(buffer, { lnum = line })) do
    if utf16(line, diagnostic.col) == tonumber(vim.env.TARGET_CHARACTER) then
      table.insert(codes, code(diagnostic))
    end
  end
  return codes
end

local function to_target()
  local column = vim.str_byteindex(text_of(line), tonumber(vim.env.TARGET_CHARACTER), true)
  vim.api.nvim_win_set_cursor(0, { line + 1, column })
end

local function popup()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      return window
    end
  end
end

step("lenses", function()
  wait("diagnostics", 120, function()
    return #vim.diagnostic.get(buffer) > 0
  end)
  return wait("a lens", 60, function()
    local titles = lens_titles()
    return titles[1] and titles
  end)
end)

step("diagnostics", function()
  return vim.tbl_map(function(diagnostic)
    local first, last = diagnostic.lnum, diagnostic.end_lnum
    local place = { first, utf16(first, diagnostic.col), last, utf16(last, diagnostic.end_col) }
    return { place = place, code = code(diagnostic) }
  end, vim.diagnostic.get(buffer))
end)

step("hover", function()
  to_target()
  vim.cmd("normal K")
  local window = wait("a popup", 20, popup)
  local lines = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
  vim.api.nvim_win_close(window, true)
  return table.concat(lines, "\n")
end)

step("action", function()
  local titles
  vim.ui.select = function(items, options, choose)
    titles = vim.tbl_map(options.format_item, items)
    for index, title in ipairs(titles) do
      if vim.startswith(title, vim.env.ACTION) then
        return choose(items[index], index)
      end
    end
  end
  to_target()
  vim.cmd("normal gra")
  wait("code actions", 10, function()
    return titles
  end)
  local codes = wait("the changed document's marks", 60, function()
    local codes = codes_at_target()
    return not vim.tbl_contains(codes, "missed") and codes
  end)
  return { titles = titles, line = text_of(line), codes = codes }
end)

step("keys", function()
  local function press(key)
    vim.api.nvim_feedkeys("\\" .. key, "mx", false)
  end
  press("U")
  wait("the place as it was", 60, function()
    return vim.tbl_contains(codes_at_target(), "missed")
  end)
  to_target()
  press("D")
  local codes = wait("the place without a mark", 60, function()
    local codes = codes_at_target()
    return not vim.tbl_contains(codes, "missed") and codes
  end)
  vim.api.nvim_win_set_cursor(0, { 1, 0 })
  press("N")
  local there = wait("the next open place", 60, function()
    local at = vim.api.nvim_win_get_cursor(0)
    return (at[1] ~= 1 or at[2] ~= 0) and at
  end)
  return { codes = codes, line = text_of(line), next = there }
end)

vim.fn.writefile({ vim.json.encode(report) }, vim.env.REPORT)
vim.cmd("qall!")
