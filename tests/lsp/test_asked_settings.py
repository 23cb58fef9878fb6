"""Settings that a client says only when it is asked for them."""

from pathlib import Path

from lsprotocol import types
from pytest_lsp import LanguageClient

from markscheme.lsp.editor import plain


async def test_commands_mean_the_engine_of_the_settings_asked_for(client: LanguageClient, tmp_path: Path):
    cache = str(tmp_path / "own.sqlite")
    asked: list[types.ConfigurationItem] = []

    @client.feature(types.WORKSPACE_CONFIGURATION)
    def settings(params: types.ConfigurationParams) -> list[object]:
        asked.extend(params.items)
        return [{"cache": cache} for _ in params.items]

    status = types.ExecuteCommandParams("markscheme.status")
    assert plain(await client.workspace_execute_command_async(status))["cache"] == cache
    assert [(item.section, item.scope_uri) for item in asked] == [("markscheme", None)]
