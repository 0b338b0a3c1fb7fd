import fs from 'node:fs';
import { findProgram } from '../commands.ts';
import { KitError } from '../kit-error.ts';
import type { Progress } from '../progress.ts';
import { findOrInstall, isDebian } from './debian.ts';

/** The shell comes first: it draws no window, and the browser tests then need half the processor time. */
const NAMES = [
	'chromium-headless-shell',
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export async function findChromium( progress: Progress ): Promise< string > {
	const named = process.env.HEADLESS_DEPLOY_CHROMIUM;
	if ( named ) {
		if ( ! fs.existsSync( named ) ) {
			throw new KitError(
				`HEADLESS_DEPLOY_CHROMIUM is ${ named }, which does not exist.`,
				'set it to the file of Chromium or Chrome'
			);
		}
		return named;
	}
	const find = (): string | null =>
		findProgram( NAMES ) ?? ( fs.existsSync( MAC ) ? MAC : null );
	const chromium = await findOrInstall(
		find,
		[ 'chromium-headless-shell' ],
		progress
	);
	if ( ! chromium ) {
		throw new KitError(
			'The browser tests need Chromium, which is not installed.',
			isDebian()
				? 'sudo apt-get install chromium-headless-shell'
				: 'install Chromium or Chrome, or set HEADLESS_DEPLOY_CHROMIUM to its file'
		);
	}
	return chromium;
}
