/** A thread that reads or writes one home file. Its data is a HomeFileTask. It posts one message, a HomeFileAnswer. */
import { parentPort, workerData } from 'node:worker_threads';
import * as z from 'zod/mini';
import { type HomeFileTask, runHomeFileTask } from './manage/home-file-task.ts';

const Task = z.custom<HomeFileTask>((value) => typeof value === 'object' && value !== null);

parentPort?.postMessage(runHomeFileTask(Task.parse(workerData)));
