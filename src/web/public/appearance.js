// Before the first paint: whoever chose night is not to see a white page, not even while it loads.
// A file of its own because the page allows no script inside itself. See ui/appearance.ts.
const chosen = localStorage.getItem('room-status:appearance');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
