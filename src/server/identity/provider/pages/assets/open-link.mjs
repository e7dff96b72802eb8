// Submits the secret of a link to set a password. Browsers do not send the fragment of an address themselves.
const form = document.querySelector('#link');
form.elements.secret.value = location.hash.slice(1);
form.action += location.hash;
form.submit();
