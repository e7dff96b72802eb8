/** The order in which test files start. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take a minute or more. If one of them started last, the other workers would wait for it. */
const longFiles = ['tests/chaos/', 'tests/server/start-and-stop', 'tests/server/strange-input', 'tests/cluster/move-'];

export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShort = ({ moduleId }: TestSpecification) => !longFiles.some((name) => moduleId.includes(name));
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the base class, which returns a new list
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(isShort(one)) - Number(isShort(other)));
  }
}
