"""Plain English combinations: every way to name a document, with every request, in whatever is said around it."""

import asyncio
import random
import re

from ibidem.evaluation.references import ReferenceCase, evaluate_references

LATEST = [{"slot": slot, "doc_id": doc_id, "title": "t"} for slot, doc_id in enumerate("ABC", start=1)]
FIRST = [{"slot": slot, "doc_id": f"X{slot}", "title": "t"} for slot in (1, 2)]
# How the second document is called, with a noun of its own and without one; {m} in the requests. Bars part what is listed.
NAMED = (
    "document 2|doc 2|source 2|reference 2|document #2|document number 2|document no. 2|doc no 2|"
    "source number two|document two|doc two|source two|the second document|the second doc|the second source|"
    "the 2nd document|the 2nd source|2nd doc|second document|second source|doc#2|doc2|document2|source [2]|"
    "document [2]|reference [2]|citation 2|ref 2|the second of the documents|the second of those documents|"
    "the second of these sources|document 2 from before|document 2 from earlier|the second document you cited|"
    "the second source you listed|the second document you showed me|document 2 that you cited|"
    "document 2 from your list|document 2 above|the document you listed second|the document numbered 2|"
    "that second document|the second reference|the second cited document|document 2 from your answer|"
    "document 2 in that list|document 2 on your list|your second source|your second document|your source 2|"
    'Document 2|DOC 2|the doc you numbered 2|the document labelled 2|document "2"|document (2)'
)
BARE = (
    "the second one|number 2|#2|[2]|no. 2|number two|the 2nd one|the second of those|the second of these|"
    "the second article|the second result|the second one you listed|number 2 in that list|"
    "number 2 on your list|the second one in the list|the second link|result 2|the second one you cited|"
    "the second one from your answer|the second of the ones you gave me|number 2 from your list"
)
# What is asked: the document on the screen, something out of it, and what is asked of its subject.
WHOLE = (
    "show me {m}|open {m}|display {m}|print {m}|bring up {m}|pull up {m}|pull {m} up|put {m} up|"
    "put {m} on the screen|bring {m} up on the screen|show me the full text of {m}|show {m} in full|"
    "I want to see {m}|I'd like to see {m}|I need to see {m}|I want to read {m}|let me see {m}|"
    "let me read {m}|can I see {m}?|can I have {m}?|could you show me {m}?|could you open {m}?|"
    "can you pull up {m}?|would you mind opening {m}?|would you bring up {m}, please?|give me {m}|"
    "give me the whole text of {m}|give me {m} in full|I'd like the full text of {m}|"
    "the full text of {m}, please|print out {m} for me|may I see {m}?|please open {m} again|reopen {m}|"
    "open up {m}|show {m}|show {m} again|get me {m}|send me {m}|full text of {m}|the whole of {m} please|"
    "I need {m} on the screen|can you put the whole text of {m} up?|put the whole text of {m} on the screen|"
    "let's see {m}|let's have a look at {m}|let me have a look at {m}|I need {m} in its entirety|"
    "{m}, full text please|{m} please|{m}, the whole thing|can we see {m} please|could we have {m} on screen?|"
    "is it possible to see {m}?|any chance I could see {m}?|I want {m} opened|I need {m} open|view {m}|"
    "load {m}|read me {m}|show us {m}|need {m} open|pls open {m}|{m} in full|{m} - open it|"
    "open {m} in its entirety|show me everything in {m}|please display the complete {m}"
)
USE = (
    "summarise {m}|summarize {m} for me|summarise {m} in three bullets|translate {m}|"
    "translate {m} into Korean|explain {m}|explain {m} in simple terms|give me a summary of {m}|"
    "can you summarise {m}?|could you explain {m} to me?|give me the gist of {m}|what does {m} say?|"
    "what does {m} cover?|what is {m} about?|what's in {m}?|what's {m} about|what does {m} say about helium?|"
    "what does {m} mention about the torque?|does {m} mention helium?|does {m} say anything about the torque?|"
    "{m} in bullet points|{m} in Korean please|boil {m} down|boil {m} down to three points|condense {m}|"
    "shorten {m}|what are the main points of {m}?|key takeaways from {m}|tell me what {m} says|"
    "what's the title of {m}?|who wrote {m}?|what's the conclusion of {m}?|what's the main point of {m}?|"
    "tell me more about {m}|go into {m} in more detail|explain {m} in more detail|walk me through {m}|"
    "outline {m}|paraphrase {m}|simplify {m}|tldr of {m}|TL;DR {m}|give me a short version of {m}|"
    "what does it say in {m}?|quote the relevant line from {m}|answer from {m}|use {m} for the answer|"
    "use {m} to answer|turn {m} into a checklist|what has {m} got to say about helium?|what's {m} got to say|"
    "extract the key points from {m}|pull the main points out of {m}|rewrite {m} in plain English|"
    "give me {m} in a nutshell|make a table out of {m}|according to {m}, what is the limit?|"
    "rewrite {m} for beginners|what did {m} say?|i don't understand {m}, explain it|"
    "can you go through {m} with me?|elaborate on {m}|how does {m} explain it?|recap {m}|summary of {m}|"
    "translation of {m} please"
)
CONTENT = (
    "what torque does {m} give?|what's the torque in {m}?|how long is the wait according to {m}?|"
    "in {m}, what is the limit?|which tool does {m} apply to?|when was {m} last updated?|"
    "based on {m}, how often should it be cleaned?|what tools are needed in {m}?|per {m}, who must sign?|"
    "does {m} apply to contractors?|how many steps are there in {m}?|what safety steps does {m} list?|"
    "which parts does {m} recommend?|why does {m} recommend nitrogen?|from {m}: what is the purge time?|"
    "who is the contact person in {m}?|does {m} require a permit?|"
    "what value is given in {m} for the leak rate?|what's the deadline in {m}?|is {m} still valid?|"
    "for {m}, what's the revision?"
)
# What is said around it ({r}), which changes nothing.
AROUND = (
    "{r}|hi, {r}|hello! {r}|ok so {r}|thanks. {r}|Thanks, that helps. {r}|great, now {r}|hmm, {r}|sorry, {r}|"
    "{r} thanks|{r}, please|{r} thx|My manager is asking. {r}|My manager wants to know, so {r}|"
    "I'm on shift in five minutes, {r}|I have to brief the night crew. {r}|Since the audit is tomorrow, {r}|"
    "Because the customer is waiting, {r}|I was away last week. {r}|{r} I have a meeting in ten minutes.|"
    "{r} It's for my colleague.|{r} My boss is waiting.|{r} My screen is small.|Alright, {r}|Wait, {r}|"
    "Before I forget, {r}|for the night shift: {r}|If you don't mind, {r}|Quick one: {r}|One more thing, {r}|"
    "The customer just called. {r}|I closed the window by accident. {r}|I forgot my glasses. {r}|"
    "The coffee machine broke. {r}|Good morning. {r}|ugh, {r}|not sure I got it. {r}|I'm new here, {r}|"
    "we're about to start the PM, so {r}|I can't remember the details. {r}|As I said, {r}|"
    "{r} I'll forward it to the team.|{r} Take your time.|{r} The line is down.|{r} Cheers mate|"
    "That was quick! {r}|ok. {r}|yes, {r}|no problem, {r}|The engineer from the vendor is on the phone. {r}|"
    "I only have my phone with me, {r}|{r} We're in a hurry.|Nice answer. {r}|"
    "I need it for the training tomorrow. {r}"
)
# Of several, of those left, of the one meant, and of other answers; the intent where it is beyond doubt.
SEVERAL: tuple[tuple[str, str, str], ...] = (
    ("show me documents 1 and 3", "A,C", "whole"),
    ("open documents 1, 2 and 3", "A,B,C", "whole"),
    ("show me document 1 and document 3", "A,C", "whole"),
    ("open the first and the third document", "A,C", "whole"),
    ("compare documents 1 and 2", "A,B", "use"),
    ("compare document 1 with document 3", "A,C", "use"),
    ("what's the difference between document 1 and document 2?", "A,B", "use"),
    ("summarise documents 2 and 3", "B,C", "use"),
    ("open docs 1-3", "A,B,C", "whole"),
    ("open sources 2 and 3", "B,C", "whole"),
    ("what's the difference between the first and the second document?", "A,B", "use"),
    ("do documents 1 and 2 contradict each other?", "A,B", "use"),
    ("does document 1 contradict document 2?", "A,B", "use"),
    ("does document 2 override document 1 or the other way round?", "A,B", "use"),
    ("do document 1 and document 3 agree?", "A,C", "use"),
    ("open both the first and the third one", "A,C", "whole"),
    ("translate 1 and 3", "A,C", "use"),
    ("compare 1 and 2", "A,B", "use"),
    ("summarise 2 and 3", "B,C", "use"),
    ("show me all the documents", "A,B,C", "whole"),
    ("open all of them", "A,B,C", "whole"),
    ("summarise all three documents", "A,B,C", "use"),
    ("compare all the documents you listed", "A,B,C", "use"),
    ("do all these documents mention helium?", "A,B,C", "use"),
    ("open the first two documents", "A,B", "whole"),
    ("show me the last two documents", "B,C", "whole"),
    ("summarise the first two", "A,B", "use"),
    ("open the last two sources", "B,C", "whole"),
    ("not document 1, document 2", "B", ""),
    ("not document 1 but document 2", "B", ""),
    ("show me document 2, not document 1", "B", "whole"),
    ("open document 2 instead of document 1", "B", "whole"),
    ("show me all documents except the first", "B,C", "whole"),
    ("all the docs except number 1", "B,C", ""),
    ("open everything except document 2", "A,C", "whole"),
    ("all the documents minus number 3 please", "A,B", ""),
    ("leaving aside the first document, compare the other two", "B,C", "use"),
    ("leaving aside document 1, summarise the other two", "B,C", "use"),
    ("apart from document 1, open the others", "B,C", "whole"),
    ("skip the first document and open the other two", "B,C", "whole"),
    ("without document 1, compare the other two", "B,C", "use"),
    ("setting document 1 aside, summarise the others", "B,C", "use"),
    ("all documents but the second", "A,C", ""),
    ("everything except the last document, please open it all", "A,B", "whole"),
    ("forget document 1, open document 2", "B", "whole"),
    ("ignore the first document and summarise the second", "B", "use"),
    ("I've read document 1, show me document 2", "B", "whole"),
    ("I've already read the first document, open the second", "B", "whole"),
    ("document 1 is outdated, open document 2", "B", "whole"),
    ("I've read document 1, put the second up", "B", "whole"),
    ("I have document 1 on paper, so print document 2", "B", "whole"),
    ("document 1 was no help, summarise document 2", "B", "use"),
    ("done with document 1, now document 2", "B", ""),
    ("I've seen 1, open 2", "B", "whole"),
    ("rather than document 1, summarise document 2", "B", "use"),
    ("summarise documents 2 and 3, not document 1", "B,C", "use"),
    ("except for document 2, translate all the documents", "A,C", "use"),
    ("exclude document 3 and compare the rest", "A,B", "use"),
    ("open the other two, not document 2", "A,C", "whole"),
    ("compare the two documents other than number 2", "A,C", "use"),
    ("leave out document 2 and summarise the others", "A,C", "use"),
    ("show me document 1, no wait, document 2", "B", "whole"),
    ("document 1, I mean document 2", "B", ""),
    ("open document 1... sorry, document 2", "B", "whole"),
    ("summarise document 1, no, document 2", "B", "use"),
    ("no, I meant document 2", "B", ""),
    ("I meant the second document", "B", ""),
    ("no, not that one, document 2", "B", ""),
    ("oops, wrong one, I wanted document 2", "B", ""),
    ("sorry, I meant to say document 2", "B", ""),
    ("actually, document 2", "B", ""),
    ("wrong document, open the second one", "B", "whole"),
    ("I asked for document 2, not document 1", "B", ""),
    ("I said document 2, you opened document 1", "B", ""),
    ("You showed me document 2 when I wanted document 1", "A", ""),
    ("that's not what I asked for, open document 2", "B", "whole"),
    ("no no, the second document", "B", ""),
    ("scratch that, document 2", "B", ""),
    ("not the first one, the second one", "B", ""),
    ("not the last document, the one before it", "B", ""),
    ("not the last document, the one right before it, open that", "B", "whole"),
    ("swap document 1 for document 2", "B", ""),
    ("you opened the wrong document, I need document 2", "B", "whole"),
    ("I typed 1 but meant document 2", "B", ""),
    ("make that document 2", "B", ""),
    ("open that document", "A", "whole"),
    ("show me that document again", "A", "whole"),
    ("summarise that document", "A", "use"),
    ("what does that document say about helium?", "A", "use"),
    ("explain that document in more detail", "A", "use"),
    ("the last document please", "C", ""),
    ("open the last source", "C", "whole"),
    ("summarise the last document", "C", "use"),
    ("show me the final document", "C", "whole"),
    ("open the middle document", "B", "whole"),
    ("show me the second to last document", "B", "whole"),
    ("the last one you cited, open it", "C", "whole"),
    ("translate the last one", "C", "use"),
)
ELSEWHERE: tuple[tuple[str, str, str], ...] = (
    ("show me document 2 from your first answer", "X2", "whole"),
    ("open document 2 of the first answer", "X2", "whole"),
    ("the second document of your first answer", "X2", ""),
    ("in your first answer you cited a second document, open it", "X2", "whole"),
    ("from the first list, document 2", "X2", ""),
    ("from the very first list, the second one: what's the torque?", "X2", "use"),
    ("document 2 from the answer before last", "X2", ""),
    ("the second document in the previous answer, please open it", "B", "whole"),
    ("summarise document 2 of your first answer", "X2", "use"),
    ("what does document 2 in your first answer say about helium?", "X2", "use"),
    ("open source 1 from the first turn", "X1", "whole"),
    ("going back to your first answer, open document 2", "X2", "whole"),
    ("in the first answer, what does document 2 say?", "X2", "use"),
    ("counting over the whole session, document 3", "A", ""),
    ("document 3 counted over the whole session, open it", "A", "whole"),
    ("document 4 of the whole session", "B", ""),
    ("across the whole conversation, open document 3", "A", "whole"),
    ("over the entire session, show me source 4", "B", "whole"),
    ("if you number all documents of this session, number 4, open it", "B", "whole"),
    ("using session numbering, open document 4", "B", "whole"),
    ("not your last answer, I mean doc 3 counted over the whole session, open it", "A", "whole"),
    ("session number 3, summarise it", "A", "use"),
    ("not from your last answer, document 2 from the first one", "X2", ""),
    ("document 2 from your latest answer", "B", ""),
    ("from your last answer, open document 2", "B", "whole"),
    ("document 2, from the first answer, not the last one", "X2", ""),
)
# Questions like any other.
ORDINARY = (
    "show me chamber 2|open valve 2|what is step 2?|open file 2|open attachment 2|show me page 2|"
    "open the second attachment|what's in table 2?|show me figure 2|explain figure 2|summarise chapter 2|"
    "translate page 2|translate paragraph 2|summarise section 2|what does error 2 mean?|"
    "what does alarm 2 mean?|explain step 2 in more detail|pump 2 is leaking|"
    "number 2 pump is leaking, what do I check?|the second pump won't start|which bolt comes second?|"
    "first open the valve, second close the pump, what then?|how do I open the second valve?|"
    "what does the second alarm mean?|I need 2 wafers|how many documents do I need for approval?|"
    "two documents are missing from my folder|how long are documents kept?|how do I write a document?|"
    "my document won't open|my second document was rejected|how do I print two documents at once?|open port 2|"
    "show me the setpoint of channel 2|what does rule 2 say?|can I order 2 of them?|"
    "what's the second step of the PM?|explain the second law of thermodynamics|"
    "what is phase 2 of the rollout?|what happened on the second of May?|room 2 is cold, who do I call?|"
    "what's the torque for bolt number 2?|what does LED 2 mean?|unit 2 keeps tripping|"
    "my colleague has two questions about helium|is level 2 training required?|what does version 2 add?|"
    "what does firmware 2 change?|which document do I need to travel?|who signs documents here?|"
    "where do I upload documents?|what does a 2 on the display mean?|does site 2 have a gas detector?|"
    "show me the wiring for robot 2|can I bring 2 guests?|do I need 2 signatures?|open a ticket for chamber 2|"
    "which shift is number 2?|do we have a source of nitrogen?|what is the power source of pump 2?|"
    "is the RF source 2 calibrated?|the plasma source 2 arcs|light source 2 is dim|"
    "what does source 2 of the power supply feed?|replace ion source 2|I want to document 2 incidents|"
    "should we document 1 reading or 2?|please document step 2|how do I reference 2 drawings in a report?|"
    "cite 2 examples|what kind of document is that kind of manual?|is a manual of that kind required?|"
    "what does [1] mean in the recipe editor syntax?|arr[2] returns null, why?|in python what does x[1] do?|"
    "what does #2 pencil mean?|I'm second in the queue, when is my turn?|open the second door|print 2 copies|"
    "print 2 labels|translate 2 pages|give me 2 examples|tell me 2 reasons|"
    "the second one of my pumps is noisy|both pumps are down|all three valves leak|"
    "the last one in the room switches off the light|the first one to arrive starts the pump|"
    "question 2 of the exam|exercise 2 of the training"
)


def around(wrapping: str, request: str) -> str:
    """The request in what is said around it; a sentence of its own needs the end of the one before it."""
    if re.match(r"\{r\} [A-Z]", wrapping) and not request.endswith(("?", ".", "!")):
        request += "."
    return wrapping.replace("{r}", request)


def one_of(rng: random.Random, listed: str) -> str:
    """One of what is listed with bars between."""
    return rng.choice(listed.split("|"))


def drawn(count: int) -> list[ReferenceCase]:
    """So many combinations, always the same ones."""
    rng = random.Random(4)
    cases: list[ReferenceCase] = []
    for at in range(count):
        wrapping = one_of(rng, AROUND)
        history, intent, docs = [LATEST], "", "B"
        match at % 8:
            case 0 | 1:
                request, intent = one_of(rng, WHOLE).replace("{m}", one_of(rng, f"{NAMED}|{BARE}")), "whole"
            case 2 | 3:
                request, intent = one_of(rng, USE).replace("{m}", one_of(rng, f"{NAMED}|{BARE}")), "use"
            case 4:
                request, intent = one_of(rng, CONTENT).replace("{m}", one_of(rng, NAMED)), "use"
            case 5:
                request, docs, intent = rng.choice(SEVERAL)
            case 6:
                request, docs, intent = rng.choice(ELSEWHERE)
                history = [FIRST, LATEST]
            case _:
                request, docs = one_of(rng, ORDINARY), ""
        expect: dict[str, object] = {"doc_ids": docs.split(","), **({"intent": intent} if intent else {})}
        cases.append(
            ReferenceCase.model_validate(
                {
                    "id": str(at),
                    "language": "en",
                    "kind": "grid",
                    "history": history,
                    "message": around(wrapping, request),
                    "expect": expect if docs else {"ordinary": True},
                }
            )
        )
    return cases


def test_plain_combinations_are_read_and_none_is_answered_from_another_document():
    scores = asyncio.run(evaluate_references(drawn(2000)))
    missed = [f"{one.case.message}: {one.got()}" for one in scores.misses()]
    assert scores.wrong_documents() == 0, missed
    assert len(missed) <= len(scores.outcomes) * 0.005, missed
