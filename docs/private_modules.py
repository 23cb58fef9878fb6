"""A contract of import-linter: a module named with an underscore is imported by modules of its own room alone."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output


class PrivateModules(Contract):
    """A room is a folder of the package; a private module of the package itself is everybody's."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002
        kept = [
            f"{importer} imports {module}"
            for module in sorted(graph.modules)
            if any(part.startswith("_") and not part.startswith("__") for part in module.split("."))
            for importer in sorted(graph.find_modules_that_directly_import(module))
            if importer.split(".")[1] != module.split(".")[1]
        ]
        return ContractCheck(kept=not kept, metadata={"imports": kept})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["imports"]:
            output.print_error(line)
