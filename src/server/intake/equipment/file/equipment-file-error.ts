import { OperatorError } from '../../../shared/operator-error.ts';
import { type FieldProblem, problemLine } from '../../../shared/reason.ts';

/** The message has one line for each problem of the file. */
export class EquipmentFileError extends OperatorError {
  readonly problems: readonly FieldProblem[];

  constructor(file: string, problems: readonly FieldProblem[]) {
    super([`The equipment file ${file} cannot be used:`, ...problems.map((one) => `  ${problemLine(one)}`)].join('\n'));
    this.problems = problems;
  }
}
