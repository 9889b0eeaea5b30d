-- bench lsp for experiment files in Neovim 0.7 or later. Put this file into the folder plugin of
-- the configuration, such as ~/.config/nvim/plugin/bench.lua. bench must be in PATH, or
-- vim.g.bench_path says where it is; vim.g.bench_arguments are more arguments of bench lsp.

local clients = {} -- of old versions, by folder

local function start(event)
  local path = vim.api.nvim_buf_get_name(event.buf)
  local config = {
    name = "bench",
    cmd = vim.list_extend({ vim.g.bench_path or "bench", "lsp" }, vim.g.bench_arguments or {}),
    root_dir = vim.fn.fnamemodify(path, ":p:h"),
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = event.buf })
    return
  end
  local id = clients[config.root_dir]
  if not id or not vim.lsp.get_client_by_id(id) then
    id = vim.lsp.start_client(config)
    clients[config.root_dir] = id
  end
  if id then
    vim.lsp.buf_attach_client(event.buf, id)
  end
end

vim.api.nvim_create_autocmd({ "BufReadPost", "BufNewFile" }, {
  group = vim.api.nvim_create_augroup("bench", {}),
  pattern = "*.hcl",
  callback = start,
})
