/**
 * kit.json has the addresses and passwords of a running kit, for scripts and tests. It exists only while the kit runs.
 */
import fs from 'node:fs';
import path from 'node:path';
import { writeWhole } from '../files.ts';

export interface Kit {
	wordpress: {
		url: string;
		adminUser: string;
		adminPassword: string;
		/** Of the same user, for REST requests. */
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

export function kitFilePath( folder: string ): string {
	return path.join( folder, 'kit.json' );
}

/** Only its owner can read the file. */
export function writeKitFile( folder: string, kit: Kit ): void {
	writeWhole(
		kitFilePath( folder ),
		`${ JSON.stringify( kit, null, '\t' ) }\n`,
		0o600
	);
}

export function removeKitFile( folder: string ): void {
	fs.rmSync( kitFilePath( folder ), { force: true } );
}
