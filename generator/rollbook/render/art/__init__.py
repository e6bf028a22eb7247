"""Pictures that the build draws itself: what others show of a page, and the icons of the installed site."""
