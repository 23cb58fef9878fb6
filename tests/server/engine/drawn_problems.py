"""Problems of documents, drawn for tests of what the engine's messages keep of them."""

from pathlib import Path

from hypothesis import strategies as st

from markscheme.errors import DocumentError

numbers = st.none() | st.integers(1, 10_000)
problems = st.builds(
    DocumentError,
    st.text(),
    path=st.none() | st.text("abc/.", min_size=1).map(Path),
    line=numbers,
    column=numbers,
    length=numbers,
    remedy=st.text(),
)
