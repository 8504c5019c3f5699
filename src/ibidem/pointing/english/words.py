"""English words by what they do in a message that points back (the kinds: `lexicon.Kind`)."""

# What a text may be called, where the profile does not call a kind of document so.
TEXTS = "policy policies guideline guidelines handbook bulletin bulletins memo memos write-up writeup manual manuals"
# "_" stands for any space or hyphen.
WORDS = {
    "ANCHOR": "document doc source reference citation ref docu cite src",
    "PLURAL": "documents docs sources references citations refs",
    "WEAK": "result link article report paper entry hit results links articles reports one's excerpt passage quote pdf docx",
    "GENERIC": "one ones thing things latter former",
    "TURN": "answer response reply turn question message answers responses replies questions turns",
    "SESSION": (
        "whole_session entire_session whole_conversation entire_conversation full_conversation full_session "
        "this_whole_session across_the_session across_the_conversation session_wide session conversation this_chat "
        "whole_chat entire_chat so_far in_total overall chat"
    ),
    "DEMONSTRATIVE": (
        "that taht thta tht this previous prior same above earlier preceding aforementioned said mentioned cited last_mentioned "
        "just_mentioned last_shown from_before from_earlier from_above before just_now you_were_citing you_were_quoting "
        "i_just_asked_about mentioned_above mentioned_earlier shown_above "
        "cited_above quoted referenced a_moment_ago just_cited shown_earlier "
        "you_told_me_about you_told_me you_pulled before_last you_pointed_to you_pointed_me_to "
        "i_was_just_reading i_was_reading that_came_up "
        "that_was_cited that_was_mentioned shown listed answer_before_last list_of_documents list_of_docs list_of_sources"
    ),
    "PLURAL_DEMONSTRATIVE": "those these them",
    "PRONOUN": "it",
    "THE": "the teh hte",
    "PARTICLE": "'s",
    "OF": "of among amongst out_of from_among",
    "LOCATIVE": (
        "in inside within from on per via by according_to based_on going_by as_per using about regarding concerning into "
        "under at for across throughout following"
    ),
    "AND": "and plus nor together_with along_with as_well_as or versus vs against with",
    "UNTIL": "through thru until till to",
    "BUT": "but rather instead",
    "NOT": (
        "not except excluding without other_than instead_of rather_than besides apart_from aside_from except_for all_but "
        "no_longer skip minus but_not ignore forget drop leave_out leaving_out omit omitting ditch exclude never_mind "
        "nevermind no_need_for set_aside leave_aside disregard scratch without_using bar barring not_counting "
        "not_including i_don't_need i_do_not_need i_don't_want i_do_not_want don't_need don't_want don't_open don't_show "
        "don't_use do_not_open do_not_show do_not_use everything_but anything_but forget_about "
        "none_of neither_of don't_include do_not_include don't_bother_with"
    ),
    "OTHER": "other others another rest remaining remainder",
    "ALL": "all every each everything",
    "WHOLE": (
        "whole entire full fully complete completely entirety in_full full_text fulltext verbatim original raw "
        "full_version full_length in_its_entirety from_start_to_finish start_to_finish from_beginning_to_end "
        "beginning_to_end word_for_word unabridged whole_text entire_text complete_text full_content full_contents "
        "whole_content entire_content entire_contents whole_thing entire_thing complete_content texts full_texts "
        "complete_texts whole_texts complete_version whole_document_text top_to_bottom from_top_to_bottom cover_to_cover "
        "start_to_end from_start_to_end unedited uncut every_word all_of_it all_the_text whole_lot"
    ),
    "SHOW": (
        "dig_up dig_out "
        "show display open print view read see pull_up bring_up bring let_me_see let_me_read give_me give_us hand output "
        "dump load fetch pull shwo sohw dispaly opne retrieve present take_me_to go_to send can_i_have could_i_have "
        "may_i_have let_me_have get_me i_want i_need i'd_like showing opening displaying print_out open_up opened "
        "providing provide_me could_you_share can_you_share please_share pls_share looking_for i_wanted look_up gimme "
        "put_up throw_up pop_up bring_me pull_out toss_me hand_me hand_over show_us share_with_me share print_me "
        "let_us_see reopen re_open reread re_read wanna_see wanna_read need_to_see need_to_read would_love_to_see "
        "love_to_see like_to_see like_to_read like_to_have put_on_screen surface grab grab_me look_at read_me read_out "
        "pulling_up bringing_up putting_up sharing sending giving_me showing_me letting_me_see letting_me_read "
        "printing_out reading pulling fetching bringing have_a_look_at take_a_look_at get_a_look_at a_look_at "
        "have_a_peek_at take_a_peek_at peek_at a_quick_look_at showme showus giveme openup pullup bringup lemmesee shw "
        "letmesee getme sendme i_was_after i'm_after i_am_after we're_after what_i'm_after on_my_screen on_the_screen "
        "opened_up displayed scroll_to jump_to switch_to navigate_to unfold reprint"
    ),
    "TELL": "tell explain describe discuss talk know elaborate what_about how_about",
    "USE": (
        "takeaways takeaway key_takeaways main_takeaways squeeze merge into_a_summary diff diffs "
        "summarize summarise summary sum_up "
        "compare comparison detail details detailed "
        "in_detail more_detail more_details in_more_detail translate analyze analyse outline overview gist elaborate_on "
        "expand expand_on simplify difference differences differ key_points main_points bullet_points briefly shorter "
        "go_deeper deeper dig_into walk_me_through recap highlights answer_from answer_using answer_based_on in_short in_brief "
        "in_bullets in_bullet_points as_bullet_points as_bullets as_a_list as_a_table in_a_table into_a_table "
        "one_paragraph into_one_summary down_to_the_essentials down_to_bullet_points in_a_nutshell condense paraphrase "
        "rephrase digest shorten abridge distill boil_down boil break_down contrast cross_check rundown synopsis rewrite "
        "rewriting reword rewording translated translating translation summarised summarized summarising summarizing "
        "explaining explained paraphrased shortened condensed consult revisit recheck skim inspect examine interpret "
        "unpack evaluate assess extract refer_to rely_on stick_to stick_with go_through run_through walk_through look_in "
        "look_into look_through search_in search_through draw_on take_from pull_from double_check fact_check"
    ),
    "PART": "title author date contents content conclusion abstract introduction revision version",
    "NUMBERED": (
        "valve pump robot server line port slot channel module sensor step alarm shift bolt stage phase "
        "level quarter unit switch button router printer account rule clause item page row sentence paragraph appendix "
        "table figure section column chapter file attachment exhibit annex footnote diagram chart slide tab bullet"
    ),
    "TWO": "both both_of_them the_two these_two those_two the_pair",
    "THREE": "all_three all_3 those_three these_three",
    "FIRST": "top topmost uppermost",
    "VERY_FIRST": "very_first earliest",
    "MIDDLE": "middle",
    "BOTTOM": "bottom bottommost lowest lowermost",
    "FROM_END": "from_the_end from_the_bottom from_last from_the_last to_last to_the_last from_bottom from_end",
    "SECOND_LAST": "second_to_last second_last next_to_last last_but_one penultimate",
    "AGO": "ago back",
    "FILLER": (
        "one_called one_titled one_named one_more one_more_time one_more_thing please pls plz plese kindly can could "
        "would will you u may might i i'd i'll i'm me us we let lets let's just again now then so ok okay yeah yes yep no "
        "nope nah sorry oops hmm um uh well actually wait hey hi thanks thank like want_to i_meant i_mean meant mean "
        "i'd_sooner i_would_sooner go_ahead_with go_with going_with pick choose take select quickly quick more also too "
        "sure that's up here a an my your ur our bit "
        "little some much if able want instead maybe thx cheers oh right only simply once click out off over print_out "
        "from_the_top from_top mind wrong_one wrong_doc wrong_document agian agin lemme gonna wanna gotta "
        "need_to_see side_by_side next_to_each_other in_parallel put wants needs asked_for asks_for requested requests "
        "on_screen real_quick asap for_me for_us to_me to_us same_time at_once at_the_same_time at_a_time one_by_one "
        "in_order there_you_go ta mate dude bro guys team everyone appreciated cheerio tia thx_a_lot my_mistake my_bad "
        "wrong_number typo correction to_be_clear to_be_precise specifically namely i_think i_guess i_believe of_course "
        "by_the_way btw fyi please_and_thank_you if_you_don't_mind gladly "
        "be_so_kind_as_to perhaps pretty_please yo hello hiya hey_there oi folks ugh argh whoops ah aha hm hmmm erm er eh "
        "ehm mm perfect great good fine nice alright all_right cool if_possible where_possible stick slap chuck throw "
        "toss post paste up_on_the_screen myself yourself today properly typed wrote clicked whoever anyone somebody "
        "someone anybody minding would_you_mind do_you_mind i_wonder i_wonder_if i_was_wondering_if wondering_if "
        "wondering any_chance any_chance_of chance have_a_look have_a_peek take_a_look take_a_peek get_a_look quick_look "
        "look_please finally straight directly first_of_all i'd_rather i_would_rather i'd_prefer i_prefer prefer bot "
        "assistant buddy pal sir madam much_appreciated thanks_in_advance many_thanks thank_you_so_much thanks_a_lot "
        "thanks_a_bunch if_that's_ok if_that's_okay if_it's_ok for_a_sec "
        "for_a_second for_a_minute sorry_to_bother sorry_to_bother_you one_sec real_fast in_a_hurry in_a_rush please_do "
        "go_ahead_and so_i_can so_that_i_can while_you're_at_it before_i_forget forgot kind_of sort_of somehow anyway "
        "anyways besides_that ultimately hopefully cool_thanks no_worries no_problem nvm trouble_you_for bother_you_for "
        "troubling_you_for together combined alone respectively jointly individually separately counting count its "
        "apologies my_apologies pardon pardon_me excuse_me forgive_me over_there itself themselves himself "
        "herself ourselves yourselves "
        "better twice even ever "
        "n lol lmao haha hehe omg ffs tbh imo rn already yet though tho putting in_that_order in_this_order strike_that "
        "scratch_that i've_seen i've_read i've_already_read i've_already_seen i_have_read i_have_seen i_already_read "
        "i_already_saw i've_looked_at i've_been_through i've_got i_know it's it_is ya yall y'all innit eh_mate wouldja "
        "couldja cld wld plox plss plzz would_ya could_ya can_ya will_ya wouldya couldya canya willya canyou couldyou "
        "wouldyou either numbered numbering counted from_the_start_of from_the_beginning_of from_the_start "
        "from_the_beginning if_you_count if_we_count as because since while so_that"
    ),
    "QUESTION": (
        "what which between after both_say looks how why where when who whose is are was were be been do does did has had "
        "having should must shall give gives given list lists specify specifies specified require requires recommend "
        "recommends describes explains cover covers contain contains include includes indicate indicates suggest suggests "
        "note notes there any anything something than such whether until there's what's where's who's how's isn't doesn't "
        "don't didn't talks tells refer refers point points agree agrees claim claims provide provides define defines "
        "different apply applies work works help helps come comes look find use useful relevant correct valid still "
        "and/or they get need common in_common need_to contradict contradicts conflict conflicts match matches overlap "
        "disagree disagrees seems seem seemed sounds sound sounded appears appeared looked consistent identical related "
        "up_to_date outdated current enough clear complete_enough handle "
        "handles discuss discusses address addresses show_how have neither none allow allows permit permits forbid forbids "
        "prohibit prohibits"
    ),
    "ASPECT": "last_updated last_modified last_revised last_changed last_edited last_reviewed same_for same_with same_goes_for",
    "SPEAKS": "say says said state states stated mention mentions mentioning",
}
