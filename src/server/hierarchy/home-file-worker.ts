/**
 * A thread that reads or writes one home file, so that the event loop does not wait: the YAML of 10,000 rooms takes a
 * second. Its data is a HomeFileTask, its only message the HomeFileAnswer.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { HomeFileTaskMessage } from './manage/file-thread/home-file-messages.ts';
import { runHomeFileTask } from './manage/file-thread/home-file-task.ts';

parentPort?.postMessage(runHomeFileTask(HomeFileTaskMessage.parse(workerData)));
