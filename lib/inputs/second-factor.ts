import { z } from "zod";
import { idText, filled, name, text } from "./text";
import { asciiDigits } from "./typed-number";

/** A code of an app or a recovery code, however it is spaced, in digits of any script. */
const codeText = text(40).overwrite(asciiDigits).trim();
const code = codeText.min(1, "Write the code.");
/** What a browser answers of a passkey, as JSON. */
const passkey = filled(12_000);
/** The present password: shows that it is them. */
const current = filled(256);

/** What is given in the second step of signing in: one of the two. */
export const stepSchema = z.object({ code: code.optional(), passkey: passkey.optional() });

/** The user of an open session shows that they know its password. */
export const currentPasswordSchema = z.object({ current });

/** They show that they have the second factor, too: a code, or what a passkey signed. */
const proof = { current, code: codeText, passkey: passkey.optional() };
const proven = (input: { code: string; passkey?: string | undefined }) =>
  input.code !== "" || input.passkey !== undefined;
const unproven = { path: ["code"], error: "Write a code from your app, or a recovery code." };

/** Turns an authenticator app off, or makes new recovery codes. */
export const proofSchema = z.object(proof).refine(proven, unproven);
/** Removes a passkey. */
export const removePasskeySchema = z.object({ ...proof, id: idText }).refine(proven, unproven);

/**
 * Turns an authenticator app on. `setup` is what beginning answered; a code shows that the app has
 * the secret.
 */
export const confirmAppSchema = z.object({ setup: filled(1_000), code });

const passkeyName = name(100);
/** What is written to add a passkey. */
export const newPasskeySchema = z.object({ current, name: passkeyName });
/** Adds a passkey that a browser created. */
export const addPasskeySchema = z.object({ name: passkeyName, passkey });
/** What a passkey is called from now on. */
export const renamePasskeySchema = z.object({ id: idText, name: passkeyName });
