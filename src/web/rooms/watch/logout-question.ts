/** Asks before the last board of a ward logs out. The board sets the question; the button in the top bar asks it. */

type Question = () => Promise<boolean>;

let question: Question | undefined;

/** Returns the function that removes the question. */
export function setLogoutQuestion(next: Question): () => void {
  question = next;
  return () => {
    if (question === next) question = undefined;
  };
}

/** Whether the user wants to log out, although nobody may see the alerts of a ward then. */
export async function mayLogOut(): Promise<boolean> {
  return question === undefined || question();
}
