"""Files of settings: what they set, and where their faults are."""

import tomllib
from pathlib import Path

import pytest

import markscheme
from markscheme import DocumentError
from markscheme.metrics.base import METRICS
from markscheme.metrics.cleme2 import Factors
from markscheme.metrics.errant import Errant
from markscheme.metrics.settings import fields_of, plain_value, read_setting, setting_value
from markscheme.scoring.metric_settings import (
    FOLDER,
    MetricSettings,
    parse_metric_settings,
    shipped_settings,
)
from markscheme.tuning import read_metric_settings

FILE = """schema = 1
name = "mine"

[metrics.credit]
tau = 1
beta = 2.0

[metrics.cleme2]
factors = { hit = 0.1, wrong = 0.2, under = 0.3, over = 0.4 }
weighting = "length"
level = "sentence"

[evidence]
anything = "at all"
"""


def test_a_file_s_settings_stand_between_what_is_given_and_the_defaults():
    settings = parse_metric_settings(FILE)
    assert settings.metric("credit") == markscheme.metric("credit", tau=1.0, beta=2.0)
    assert settings.metric("credit", {"tau": 0.5, "beta": None}) == markscheme.metric("credit", tau=0.5, beta=2.0)
    cleme2 = markscheme.metric("cleme2", factors=Factors(0.1, 0.2, 0.3, 0.4), weighting="length", level="sentence")
    assert settings.metric("cleme2", {"tau": 3.0}) == cleme2
    assert settings.metric("errant") == markscheme.metric("errant")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("schema = 1", "schema = 2", "1:10: schema must be 1"),
        ("schema = 1\n", "", "schema must be 1"),
        ("[metrics.credit]", "[metrics.kredit]", "4:2: unknown metric 'kredit'. Did you mean 'credit'?"),
        ("tau = 1", "taw = 1", "5:1: unknown setting of credit 'taw'. Did you mean 'tau'?"),
        ("tau = 1", 'tau = "1"', "5:7: tau must be a number above 0, not '1'"),
        ("tau = 1", "tau = 0", "5:7: tau must be a number above 0, not 0"),
        ("tau = 1", "tau = true", "5:7: tau must be a number above 0, not True"),
        ("tau = 1", "tau = nan", "5:7: tau must be a number above 0, not nan"),
        ("beta = 2.0", "beta = -1", "6:8: beta must be a number of at least 0, not -1"),
        ("beta = 2.0", "ceiling = 1.5", "6:11: ceiling must be a number from 0 to 1, not 1.5"),
        ("over = 0.4", "above = 0.4", "factors must be a table with hit, wrong, under, over"),
        ("over = 0.4", "over = -0.4", "factors.over must be a number of at least 0, not -0.4"),
        (
            '"length"',
            '"long"',
            "10:13: weighting: there is no weighting 'long'. Did you mean 'length'?",
        ),
        ('"sentence"', "7", "level must be one of corpus, sentence, not 7"),
        ("[evidence]", "[metrix]", "unknown key 'metrix'. Did you mean 'metrics'?"),
        ("tau = 1", "tau = 1,5", "5:8: this is not TOML"),
    ],
)
def test_a_fault_has_its_place_and_what_to_do(old: str, new: str, message: str):
    with pytest.raises(DocumentError) as raised:
        parse_metric_settings(FILE.replace(old, new), Path("mine.toml"))
    assert message in str(raised.value)
    assert "mine.toml:" in str(raised.value)


def test_choices_come_before_a_file_s_settings():
    settings = parse_metric_settings(FILE).with_choices(
        ["credit.tau=.5", "uot-errant.mass=uniform", "cleme2.factors=.5,.4,.05,.05", "gleu.longest=2"]
    )
    assert settings.metric("credit") == markscheme.metric("credit", tau=0.5, beta=2.0)
    assert settings.metric("uot-errant") == markscheme.metric("uot-errant", mass="uniform")
    assert settings.metric("cleme2") == markscheme.metric("cleme2", weighting="length", level="sentence")
    assert settings.metric("gleu") == markscheme.metric("gleu", longest=2)


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("beta=1", "a setting is given as NAME.KEY=VALUE, such as errant.beta=1, and not as 'beta=1'"),
        ("errant.beta", "a setting is given as NAME.KEY=VALUE, such as errant.beta=1, and not as 'errant.beta'"),
        ("erant.beta=1", "there is no metric 'erant'. Did you mean 'errant'?"),
        ("errant.betta=1", "errant has no setting 'betta'. Did you mean 'beta'?"),
        ("errant.x=1", "errant has no setting 'x'. Its settings are level, beta, mode, edits, without"),
        ("errant.beta=one", "errant: beta must be a number of at least 0, not 'one'"),
        ("errant.beta=", "errant: beta must be a number of at least 0, not ''"),
        ("gleu.longest=2.5", "gleu: longest must be a whole number, not 2.5"),
        ("errant.level=word", "errant: level must be one of corpus, sentence, not 'word'"),
        ("cleme2.factors=1,2", "cleme2: factors must be 4 numbers, hit,wrong,under,over, not '1,2'"),
        ("cleme2.factors=1,2,3,x", "cleme2: factors.over must be a number of at least 0, not 'x'"),
        ("credit.tau=1", "credit.tau=1 is not used: the metric credit is not among those asked for, errant, cleme2"),
    ],
)
def test_a_wrong_choice_is_one_line(choice: str, message: str):
    asked = ("errant", "cleme2") if choice.startswith("credit") else ()
    with pytest.raises(markscheme.ChoiceError) as raised:
        MetricSettings().with_choices([choice], asked)
    assert str(raised.value) == message


def test_a_metric_checks_its_settings_however_it_is_made():
    for make in (lambda: markscheme.metric("errant", beta=-1), lambda: Errant(beta=-1)):
        with pytest.raises(markscheme.ChoiceError, match=r"^errant: beta must be a number of at least 0, not -1$"):
            make()
    with pytest.raises(markscheme.ChoiceError, match="cleme2: factors must be a Factors, not 3"):
        markscheme.metric("cleme2", factors=3)
    with pytest.raises(markscheme.RegistryError, match=r"there is no metric 'erant'\. Did you mean 'errant'"):
        markscheme.metric("erant")


def test_metrics_must_be_tables():
    for text in ("schema = 1\n", "schema = 1\nmetrics = 3\n"):
        with pytest.raises(DocumentError, match="there is no table of metrics"):
            parse_metric_settings(text)
    with pytest.raises(DocumentError, match="credit must be a table of settings"):
        parse_metric_settings("schema = 1\n[metrics]\ncredit = 3\n")


def test_a_missing_file_is_named_with_what_ships(tmp_path: Path):
    with pytest.raises(DocumentError, match=r"nothing\.toml: there is no such file of settings. Settings that ship: "):
        read_metric_settings(tmp_path / "nothing.toml")


def test_every_setting_of_every_metric_survives_a_file():
    for name in METRICS.built_in:
        kind = METRICS.get(name)
        standard = kind()
        for field in fields_of(kind).values():
            value = getattr(standard, field.name)
            assert setting_value(field, plain_value(value)) == value, (name, field.name)
            plain = plain_value(value)
            text = ",".join(map(str, plain.values())) if isinstance(plain, dict) else str(plain)
            assert read_setting(field, text) == value, (name, field.name)


def test_what_ships_can_be_read_by_its_name():
    assert "gjg15" in shipped_settings()
    for name in shipped_settings():
        settings = read_metric_settings(name)
        for metric in settings.values:
            assert settings.metric(metric).name == metric


@pytest.mark.parametrize("name", shipped_settings())
def test_what_ships_has_evidence_that_its_policy_asks_for(name: str):
    content = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    assert content["name"] == name
    assert set(content["evidence"]["metrics"]) == set(content["metrics"])
    for metric, settings in content["metrics"].items():
        evidence = content["evidence"]["metrics"][metric]
        best, default = evidence["best"], evidence["default"]
        supported = evidence["difference"]["low"] > 0 and evidence["gain_over_halves"] > 0
        supported &= evidence.get("gain_over_reference_sets", 1) > 0
        assert supported == (evidence["decision"] == "changed")
        chosen = best if supported else default
        for setting, value in settings.items():
            assert chosen[setting] == (list(value.values()) if isinstance(value, dict) else value)
        assert best["score"] - default["score"] == pytest.approx(evidence["difference"]["value"], abs=2e-4)
        assert evidence["candidates"][0]["score"] >= best["score"]
