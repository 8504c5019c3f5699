"""What a message says of when something was asked, or as which question: "last Tuesday", "3번째 질문", "最初に聞いたこと"."""
