"""Pages that let a bot edit them, and pages that do not."""

import pytest

from specloom.runtime.mediawiki.writing.exclusion import refusal_of

BOT = "My Bot"


@pytest.mark.parametrize(
    "text",
    [
        "{{nobots}}",
        "{{Nobots}} in any case",
        "{{ nobots }}",
        "{{Template:Nobots}}",
        "{{nobots|Other, my bot}}",
        "{{bots|allow=none}}",
        "{{bots|allow=Other}}",
        "{{bots|allow=}}",
        "{{bots|deny=all}}",
        "{{bots|deny=My Bot}}",
        "{{bots|deny=Other,my_bot}}",
        "{{Bots | deny = Other , My  Bot }}",
        "{{bots\n|deny=My Bot\n}}",
        "{{bots|allow=all|deny=My Bot}}",
        "{{bots|optout=all}}",
        "{{bots|optout=nosource,orphan}}",
        "{{bots}} {{bots|deny=My Bot}}",
        "{{nobots|allow=Other}}",
        "<nowiki>{{bots}}</nowiki> {{nobots}}",
        "<nowiki> that nothing ends {{nobots}}",
        "<nowiki/>{{nobots}}<!-- </nowiki> -->",
    ],
)
def test_a_bot_is_kept_away(text: str) -> None:
    refusal = refusal_of(f"Before. {text} After.", [BOT, "orphan"])
    assert refusal is not None
    assert refusal in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "About bots and nobots.",
        "{{bots}}",
        "{{bots|allow=all}}",
        "{{bots|allow=Other, MY BOT}}",
        "{{bots|allow=My Bot|deny=all}}",
        "{{bots|deny=none}}",
        "{{bots|deny=}}",
        "{{bots|deny=Other}}",
        "{{bots|deny=My Bot 2}}",
        "{{bots|optout=none}}",
        "{{bots|optout=nosource}}",
        "{{nobots|Other}}",
        "{{nobots|allow=My Bot}}",
        "{{robots}}",
        "{{nobots list}}",
        "<!-- {{nobots}} -->",
        "<nowiki>{{nobots}}</nowiki>",
        '<syntaxhighlight lang="wikitext">{{nobots}}</syntaxhighlight>',
    ],
)
def test_a_bot_may_edit(text: str) -> None:
    assert refusal_of(f"Before. {text} After.", [BOT, "orphan"]) is None


def test_a_hostile_page_takes_no_longer_than_any_other() -> None:
    """A time that grows with the square of the length would run into the time limit of tests."""
    page = "{{bots}}" + "<pre><nowiki><!-- " * 100_000 + "{{bots|" * 100_000
    assert refusal_of(page, [BOT]) is None
