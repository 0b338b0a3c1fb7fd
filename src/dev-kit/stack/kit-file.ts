/**
 * kit.json: where everything of a running kit is, for people's scripts and for tests. It stands there exactly while
 * the kit runs.
 */
import fs from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../files.ts';

export interface Kit {
	wordpress: {
		url: string;
		adminUser: string;
		adminPassword: string;
		/** Of the same user, for REST calls. */
		applicationPassword: string;
	};
	frontEnd: { url: string };
	portal: { url: string };
	hosting: {
		url: string;
		user: string;
		password: string;
		accountName: string;
		accountId: string;
		appId: string;
		environmentId: string;
	};
	/** The environment's id in the plugin. */
	environment: { id: string };
}

/** The file's place. */
export function kitFilePath( folder: string ): string {
	return path.join( folder, 'kit.json' );
}

/** Writes kit.json, readable by its owner alone. */
export function writeKitFile( folder: string, kit: Kit ): void {
	writeWhole(
		kitFilePath( folder ),
		`${ JSON.stringify( kit, null, '\t' ) }\n`,
		0o600
	);
}

/** Removes kit.json: nothing runs (yet, or any more). */
export function removeKitFile( folder: string ): void {
	fs.rmSync( kitFilePath( folder ), { force: true } );
}
