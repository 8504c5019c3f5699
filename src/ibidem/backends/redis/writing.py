"""The commands that write a session, each of which leaves a trail where an index names it."""

import json
import math
from collections.abc import Mapping

from ibidem.backends.conversations import Conversation
from ibidem.backends.redis import places
from ibidem.backends.redis.places import NEVER, TurnPlace, micros
from ibidem.backends.redis.rows import HEAD, KEY, STATE, Head, head
from ibidem.backends.redis.server import Command
from ibidem.domain.documents import Principal, VersionName

# Removes a session with everything that names it, where it has ended by a time; says how many were removed.
# KEYS: its hash, its trail, the sessions by their ends. ARGV: its id, that time, what stands between an index and a member.
REMOVE = """
local ends = redis.call('ZSCORE', KEYS[3], ARGV[1])
if not ends or (ARGV[2] ~= 'inf' and (ends == 'inf' or tonumber(ends) > tonumber(ARGV[2]))) then
    return 0
end
for _, entry in ipairs(redis.call('SMEMBERS', KEYS[2])) do
    local cut = string.find(entry, ARGV[3], 1, true)
    redis.call('ZREM', string.sub(entry, 1, cut - 1), string.sub(entry, cut + 1))
end
redis.call('DEL', KEYS[1], KEYS[2])
return redis.call('ZREM', KEYS[3], ARGV[1])
"""
# Notes that a session moved after all others. KEYS: the sessions by their moves, how many moves there were. ARGV: its id.
MOVE = "redis.call('ZADD', KEYS[1], redis.call('INCR', KEYS[2]), ARGV[1])"
# Copies to a branch what its turns say and are found by. KEYS: the two hashes. ARGV: the number of its last turn.
COPY = """
local last = tonumber(ARGV[1])
for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
    local kind, number = string.match(name, '^(%a+):.-(%d+)$')
    if kind == 'turn' or kind == 'terms' or kind == 'near' then
        if tonumber(number) <= last then
            redis.call('HSET', KEYS[2], name, redis.call('HGET', KEYS[1], name))
        end
    elseif string.find(name, '^embedded:') then
        redis.call('HSET', KEYS[2], name, math.min(last, tonumber(redis.call('HGET', KEYS[1], name))))
    end
end
"""
# Changes fields of a session that still has this key; says whether it has. KEYS: the hash. ARGV: the key, names and values.
CHANGE = """
if redis.call('HGET', KEYS[1], 'key') ~= ARGV[1] then
    return 0
end
redis.call('HSET', KEYS[1], unpack(ARGV, 2))
return 1
"""
BETWEEN = "\0"  # an id holds none


def removed(session_id: str, by: float = NEVER) -> Command:
    """Removes the session where it has ended by that time, in microseconds since 1970; without one, wherever it is."""
    keys = (places.session(session_id), places.trail(session_id), places.ENDS)
    return ("EVAL", REMOVE, len(keys), *keys, session_id, "inf" if by == NEVER else str(int(by)), BETWEEN)


def copied(origin: str, branch: str, last: int) -> Command:
    """Copies what the turns up to the last one say."""
    return ("EVAL", COPY, 2, places.session(origin), places.session(branch), last)


class Writing:
    """The commands that bring one session forward, in their order; `done` ends them."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.commands: list[Command] = []
        self._owner = Principal(conversation.owner, tenant=conversation.tenant)
        self._hash = places.session(conversation.session_id)

    def put(self, fields: Mapping[str, str | bytes]) -> None:
        """Writes fields of its hash."""
        self.commands.append(("HSET", self._hash, *(part for pair in fields.items() for part in pair)))

    def enter(self, index: str, member: str, score: float) -> None:
        """Has an index name it."""
        self.commands.append(("ZADD", index, score, member))
        self.commands.append(("SADD", places.trail(self.conversation.session_id), f"{index}{BETWEEN}{member}"))

    def leave(self, index: str, member: str) -> None:
        """Has an index name it no more."""
        self.commands.append(("ZREM", index, member))
        self.commands.append(("SREM", places.trail(self.conversation.session_id), f"{index}{BETWEEN}{member}"))

    def index_turn(self, number: int, known: Head) -> None:
        """Has all indexes name a turn of which this is known, and stores it."""
        self.put({head(number): HEAD.dump_json(known)})
        place, ts = str(self.place(number)), micros(known.ts)
        if not known.copied:
            self.enter(places.turns_of(self._owner), place, ts)
        if self.conversation.replaced_by(number) is None:
            self.enter(places.asking(known.asked), place, ts)
        if known.rated is not None:
            self.enter(places.rated_of(self._owner), place, micros(known.rated))
        for doc_id, version in known.cites:
            cited = VersionName(self.conversation.tenant, doc_id, version)
            self.enter(places.citing(cited), self.conversation.session_id, 0)

    def unask(self, number: int, known: Head) -> None:
        """Has a turn that was asked anew found by its question no more."""
        self.leave(places.asking(known.asked), str(self.place(number)))

    def rate(self, number: int, known: Head) -> None:
        """Stores a turn with its feedback, or without one."""
        self.put({head(number): HEAD.dump_json(known)})
        index, place = places.rated_of(self._owner), str(self.place(number))
        if known.rated is None:
            self.leave(index, place)
        else:
            self.enter(index, place, micros(known.rated))

    def change(self) -> list[Command]:
        """The commands, after which the session is as it is said to be, and lists it where it was."""
        state = json.dumps(self.conversation.stored(), ensure_ascii=False)
        self.put({STATE: state, KEY: self.conversation.key})
        return self.commands

    def move(self) -> list[Command]:
        """The same, and the session has moved: it is first in the list, and ends when it says."""
        self.change()
        conversation = self.conversation
        session_id, last_turn = conversation.session_id, micros(conversation.last_turn)
        self.enter(places.sessions_of(self._owner), session_id, last_turn)
        self.enter(places.LENGTHS, session_id, conversation.turns)
        if conversation.waiting_since is None:
            self.leave(places.waiting_of(self._owner), session_id)
        else:
            self.enter(places.waiting_of(self._owner), session_id, micros(conversation.waiting_since))
        self.enter(places.MOVES, session_id, 0)
        self.commands.append(("EVAL", MOVE, 2, places.MOVES, places.MOVED, session_id))
        ends = NEVER if conversation.expires is None else micros(conversation.expires)
        self.commands.append(("ZADD", places.ENDS, ends, session_id))
        # Last: a hash whose time is over goes at once, and would be made anew by what follows.
        if ends == NEVER:
            self.commands.append(("PERSIST", self._hash))
        else:
            self.commands.append(("PEXPIREAT", self._hash, math.ceil(ends / 1000)))
        return self.commands

    def place(self, number: int) -> TurnPlace:
        """Where a turn is."""
        return TurnPlace(self.conversation.session_id, self.conversation.key, number)
