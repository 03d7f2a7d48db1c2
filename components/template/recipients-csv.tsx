"use client";

import { Download } from "lucide-react";
import { saveCsv } from "@/components/form/file/csv";
import { Button } from "@/components/ui/button";

/** Gives an empty file of recipients whose columns are the parameters of a template. */
export function RecipientsCsv({ templateId, columns }: { templateId: string; columns: string[] }) {
  return (
    <Button
      icon={Download}
      size="sm"
      variant="ghost"
      onClick={() => saveCsv([columns], `${templateId}.recipients.csv`)}
    >
      CSV for recipients
    </Button>
  );
}
