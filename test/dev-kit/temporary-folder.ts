/** Temporary folders for tests. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a folder that is removed when the test is over. */
export function temporaryFolder(): string {
	const folder = fs.mkdtempSync( path.join( os.tmpdir(), 'kit-test-' ) );
	onTestFinished( () =>
		fs.rmSync( folder, { recursive: true, force: true } )
	);
	return folder;
}
