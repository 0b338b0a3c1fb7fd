import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	packagesArePresent,
	packagesStamp,
} from '../../src/dev-kit/npm-packages.mjs';
import { temporaryFolder } from './temporary-folder.ts';

describe( 'the npm packages', () => {
	it( 'the npm packages count as installed only with the stamp of exactly this lock file', () => {
		const project = temporaryFolder();
		const lock = path.join( project, 'package-lock.json' );
		fs.writeFileSync( lock, '{}' );
		expect( packagesArePresent( project ) ).toBe( false );
		const packages = path.join( project, 'node_modules' );
		fs.mkdirSync( packages );
		expect( packagesArePresent( project ) ).toBe( false );
		fs.writeFileSync(
			path.join( packages, '.headless-deploy' ),
			packagesStamp( project )
		);
		expect( packagesArePresent( project ) ).toBe( true );
		fs.writeFileSync( lock, '{ "changed": true }' );
		expect( packagesArePresent( project ) ).toBe( false );
	} );
} );
