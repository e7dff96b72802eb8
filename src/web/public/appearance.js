// Applies the chosen theme before the first paint, so that a user of the dark theme sees no white page while it loads.
// A separate file, because the page allows no inline script. See ui/appearance/appearance.ts.
const chosen = localStorage.getItem('room-status:appearance');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
