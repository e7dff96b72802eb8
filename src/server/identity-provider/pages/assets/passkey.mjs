// Asks the browser for a passkey and submits the answer. The form is shown only where browser and page can do that.
const form = document.querySelector('#passkey');
const canAsk = isSecureContext && typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function';

async function askForPasskey() {
  const { challenge, rpId } = form.dataset;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ challenge, rpId, userVerification: 'required' });
  const credential = await navigator.credentials.get({ publicKey });
  form.elements.passkey.value = JSON.stringify(credential);
  form.submit();
}

if (form !== null && canAsk) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const [button] = form.querySelectorAll('button');
    button.disabled = true;
    // The user has cancelled, or there is no passkey. The browser has said so itself.
    askForPasskey().catch(() => {
      button.disabled = false;
      button.focus();
    });
  });
}
