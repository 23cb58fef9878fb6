-- Neovim 0.11 and newer reads this from the runtimepath; vim.lsp.enable("markscheme") starts the server.
---@type vim.lsp.Config
return {
  cmd = { "markscheme", "serve", "--stdio" },
  filetypes = { "text", "markdown", "toml" },
  root_markers = { "markscheme.toml", ".git" },
}
