"""Step 6, render: Book -> site pages; -> print HTML -> PDF."""
