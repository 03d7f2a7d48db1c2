"use server";

import { changeAudience } from "@/lib/directory/audience/change";
import { addRecipients, createAudience, finishAudience } from "@/lib/directory/audience/fill";
import { removeAudience } from "@/lib/directory/audience/remove";
import { answer, answerEach } from "@/lib/verb/answer";

/** Begins a list. Answers its id. */
export const beginList = answer(createAudience);

/** Adds recipients to a list that was begun; those that are there already are left as they are. */
export const addToList = answer(addRecipients);

/** Closes a list: it can be chosen from now on. Answers how many recipients it has. */
export const finishList = answer(finishAudience, { changes: ["/audiences"] });

/** Renames a list, marks it as a test group or takes the mark off. */
export const changeList = answer(changeAudience, { changes: ["/audiences"] });

/** Removes a list. */
export const removeList = answer(removeAudience, { changes: ["/audiences"] });

/** Removes several lists. Answers for each, in their order. */
export const removeEachList = answerEach(removeAudience, { changes: ["/audiences"] });
