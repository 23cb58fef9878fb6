"""The clients of the tests, and what each supports.

The capabilities are those that the real editors send, as pytest-lsp has recorded them. ``test_capabilities.py`` holds
the server to each row. Other tests name the features that their result depends on: ``@for_each("encoding")`` runs a
test once for each encoding, and a test without it runs in VS Code's profile alone.
"""

import copy
from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from lsprotocol import types
from pytest_lsp import client_capabilities

LENSES, TOKENS = types.WORKSPACE_CODE_LENS_REFRESH, types.WORKSPACE_SEMANTIC_TOKENS_REFRESH
HINTS = types.WORKSPACE_INLAY_HINT_REFRESH
FILES, SETTINGS = types.WORKSPACE_DID_CHANGE_WATCHED_FILES, types.WORKSPACE_DID_CHANGE_CONFIGURATION


@attrs.frozen(eq=False)
class Profile:
    """A client's name, its capabilities, and the features of the server that depend on them."""

    name: str
    capabilities: types.ClientCapabilities
    encoding: str = "utf-16"
    """The position encoding that the server chooses."""
    markup: types.MarkupKind = types.MarkupKind.PlainText
    related_information: bool = False
    """Whether diagnostics point at other places."""
    code_descriptions: bool = False
    """Whether diagnostics link to their page."""
    versioned_edits: bool = False
    """Whether an edit names the version of its document."""
    fetched_settings: bool = False
    """Whether the server fetches settings; other clients send them."""
    registered: frozenset[str] = frozenset()
    """Notifications for which the server registers; it looks at the files itself where FILES is not there."""
    refreshed: frozenset[str] = frozenset()
    """Requests that make the client send others again."""
    shows_documents: bool = False
    """Whether the server can show a place to the person."""
    shows_views: bool = False
    """Whether the server has the client fetch the text of a file without lines again."""

    def __str__(self) -> str:
        return self.name


VS_CODE = Profile(
    "visual_studio_code",
    client_capabilities("visual_studio_code"),
    markup=types.MarkupKind.Markdown,
    related_information=True,
    code_descriptions=True,
    versioned_edits=True,
    fetched_settings=True,
    registered=frozenset({FILES, SETTINGS}),
    refreshed=frozenset({LENSES, TOKENS}),
    shows_documents=True,
)
VIEWS = attrs.evolve(VS_CODE, name="views", capabilities=copy.deepcopy(VS_CODE.capabilities), shows_views=True)
"""VS Code as it is now; pytest-lsp has recorded an older one."""
VIEWS.capabilities.workspace.text_document_content = types.TextDocumentContentClientCapabilities()
NEOVIM = Profile(
    "neovim@v0.7.0",
    client_capabilities("neovim@v0.7.0"),
    markup=types.MarkupKind.Markdown,
    related_information=True,
)
EMACS = Profile(
    "emacs",
    client_capabilities("emacs"),
    encoding="utf-32",
    markup=types.MarkupKind.Markdown,
    versioned_edits=True,
    fetched_settings=True,
    registered=frozenset({FILES}),
)
BARE = Profile("bare", types.ClientCapabilities())
"""Only edits texts and shows diagnostics."""
REPORTS_FILES = Profile(
    "reports-files",
    types.ClientCapabilities(
        workspace=types.WorkspaceClientCapabilities(
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        )
    ),
    registered=frozenset({FILES}),
)
"""Reports files that other programs save, besides."""
UTF_8 = Profile(
    "utf-8",
    types.ClientCapabilities(
        general=types.GeneralClientCapabilities(position_encodings=[types.PositionEncodingKind.Utf8]),
        workspace=types.WorkspaceClientCapabilities(
            inlay_hint=types.InlayHintWorkspaceClientCapabilities(refresh_support=True)
        ),
    ),
    encoding="utf-8",
    refreshed=frozenset({HINTS}),
)
"""Has what no recorded editor has."""
PROFILES = {profile.name: profile for profile in (VS_CODE, VIEWS, NEOVIM, EMACS, BARE, REPORTS_FILES, UTF_8)}


def under(*profiles: Profile) -> pytest.MarkDecorator:
    """Run a test with a client of each profile."""
    return pytest.mark.parametrize("client", [profile.name for profile in profiles], indirect=True)


every_editor = under(VS_CODE, NEOVIM, EMACS)
every_profile = under(*PROFILES.values())


def for_each(*features: str) -> pytest.MarkDecorator:
    """Run a test once for each value of each feature, under the first profile that has it."""
    return under(*dict.fromkeys(profile for feature in features for profile in _first_of_each(feature)))


def _first_of_each(feature: str) -> Iterator[Profile]:
    values: set[Any] = set()
    for profile in PROFILES.values():
        value = getattr(profile, feature)
        if value not in values:
            values.add(value)
            yield profile
