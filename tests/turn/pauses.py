"""A turn that waits for its sources to be confirmed."""

from ibidem.domain.conversation import Choice, HeldWork, Pause
from ibidem.profile import load_profile

EQUIPMENT = load_profile("equipment")
SOURCES = Pause(
    "sources",
    "?",
    (
        Choice("sop_1203", "v", "게이트 밸브 교체", 1),
        Choice("sop_1422", "v", "Slit valve O-ring", 2),
        Choice("sop_2101", "v", "真空ポンプのオイル交換", 3),
    ),
    "토크는?",
    "use",
    HeldWork("general"),
)
