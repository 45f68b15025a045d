"""What an action would send, told before anything is sent."""

import msgspec

from ...core.secret import Secret
from ..queries.explain import Explanation, explanation
from ..session.context import Context
from .act import action_call


def explain_action(context: Context, action: object) -> Explanation:
    """The request of an action, even of one that breaks a rule; a token that is not there yet is one more."""
    call = action_call(context, action, insist=True)
    params = dict(call.params)
    requests = 1
    if call.token is not None:
        params[call.sent_as] = Secret("")
        requests += call.token not in context.state.tokens
    told = explanation(context, params, requests, post=bool(call.post), writes=call.writes)
    files = {upload.parameter: f"<file {upload.filename}>" for upload in call.uploads}
    return msgspec.structs.replace(told, parameters={**told.parameters, **files})
