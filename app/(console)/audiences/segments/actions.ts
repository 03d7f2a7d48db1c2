"use server";

import { addSegment as addSegmentVerb } from "@/lib/directory/segment/add";
import { changeSegment as changeSegmentVerb } from "@/lib/directory/segment/change";
import { findRuleChoices as findRuleChoicesView } from "@/lib/directory/segment/choices";
import { removeSegment as removeSegmentVerb } from "@/lib/directory/segment/remove";
import { readSegmentUsers as readSegmentUsersView } from "@/lib/directory/segment/used-by";
import { paths } from "@/lib/inputs/paths";
import { answer, answerEach } from "@/lib/verb/answer";

export const addSegment = answer(addSegmentVerb, { changes: [paths.segments()] });
export const changeSegment = answer(changeSegmentVerb, { changes: [paths.segments()] });
export const removeSegment = answer(removeSegmentVerb, { changes: [paths.segments()] });
export const removeEachSegment = answerEach(removeSegmentVerb, { changes: [paths.segments()] });
export const readSegmentUsers = answer(readSegmentUsersView);
export const findRuleChoices = answer(findRuleChoicesView);
