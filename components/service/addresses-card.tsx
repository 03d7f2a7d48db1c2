"use client";

import { useState } from "react";
import type { z } from "zod";
import { asLines, TextField } from "@/components/form/text-field";
import { PaddedCard } from "@/components/ui/card";
import { Question } from "@/components/ui/overlay/question";
import { Code, Verbatim } from "@/components/ui/verbatim";
import type { OpenedService } from "@/lib/directory/service/open";
import { serviceAddressesSchema } from "@/lib/inputs/service";
import { PartForm } from "./part-form";
import type { ChangeService } from "./service-actions";

type Input = z.input<typeof serviceAddressesSchema>;

interface AddressesCardProps {
  service: OpenedService;
  /** The address of the browser that shows the page; undefined where it is not available. */
  from: string | undefined;
  change: ChangeService | undefined;
}

/** What the list would do, and what answers the question. */
interface PendingQuestion {
  sentence: string;
  answer: (goOn: boolean) => void;
}

const notSaved = [
  { pointer: "/ipAllow", message: "Not saved yet. Add your address, or save it without." },
];

/**
 * From where programs may call a service. Who would lock out programs where they are is asked
 * first.
 */
export function AddressesCard({ service, from, change }: AddressesCardProps) {
  const { serviceId, name, ipAllow } = service;
  const [question, setQuestion] = useState<PendingQuestion>();
  const confirm = async (_: Input, warning: string | undefined) => {
    if (warning === undefined) return undefined;
    const goOn = await new Promise<boolean>((resolve) =>
      setQuestion({ sentence: warning, answer: resolve }),
    );
    setQuestion(undefined);
    return goOn ? undefined : notSaved;
  };
  return (
    <PaddedCard
      id="addresses-title"
      title="Allowed addresses"
      description="From where programs may call. The console isn’t affected."
    >
      <PartForm
        label="Allowed addresses"
        schema={serviceAddressesSchema}
        initial={{ serviceId, part: "addresses", ipAllow, ...(from !== undefined && { from }) }}
        confirm={confirm}
        service={service}
        change={change}
        values={[["Addresses and ranges", ipAllow.length === 0 ? "Anywhere" : ipAllow.join(", ")]]}
      >
        <TextField<Input>
          path="ipAllow"
          label="Addresses and ranges"
          multiline
          optional
          spellCheck={false}
          controlClassName="code text-sm"
          placeholder={"192.0.2.10\n2001:db8::/32"}
          spelling={asLines}
          hint={
            <>
              One a line. Leave it empty to take calls from anywhere.
              {from !== undefined && (
                <>
                  {" "}
                  Your address is <Code className="text-ink">{from}</Code>.
                </>
              )}
            </>
          }
        />
      </PartForm>
      {question && (
        <Question
          onClose={() => question.answer(false)}
          title={
            <>
              Leave your address out of <Verbatim>{name}</Verbatim>?
            </>
          }
          description={question.sentence}
          size="sm"
          keep="Go on editing"
          go="Save anyway"
          onGo={() => question.answer(true)}
        />
      )}
    </PaddedCard>
  );
}
