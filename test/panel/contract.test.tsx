import { screen } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followSave } from '../../src/editor/progress.ts';
import type { Runs, Settings, Status } from '../../src/shared/wire.ts';
import { openPanel } from './panel-page.tsx';
import { fakeServer } from './server.ts';

const FOLDER = join( import.meta.dirname, '../contract' );

/** Reads what the PHP tests compare the plugin's real answers with. */
function golden( name: string ): unknown {
	return JSON.parse( readFileSync( join( FOLDER, name ), 'utf8' ) );
}

beforeEach( () => void vi.useFakeTimers() );
afterEach( () => void vi.useRealTimers() );

test( 'shows the status of the contract file', async () => {
	const status = golden( 'status.json' ) as Status;
	const [ production ] = status.environments;
	const [ run ] = production?.pending ?? [];
	const dueMs = Date.parse( run?.dueAt ?? '' );
	vi.setSystemTime( dueMs - 8_000 );
	fakeServer( status );
	await openPanel( { status } );
	expect( screen.getByRole( 'timer' ).textContent ).toBe( 'Rebuild in 8 s' );
	for ( const { label } of status.environments ) {
		screen.getByRole( 'heading', { name: label } );
	}
	screen.getByText( /Press Purge Cache to deploy/ );
	expect(
		production && followSave( production, 0, dueMs - 8_000 ).progress.stage
	).toBe( 'countdown' );
} );

test( 'shows every run of the contract file with its result', async () => {
	const { runs } = golden( 'run.json' ) as Runs;
	const status = golden( 'status.json' ) as Status;
	const server = fakeServer( status );
	server.on( 'GET', '/runs', () => ( { runs } ) );
	await openPanel( { status } );
	const list = screen
		.getByRole( 'heading', { name: 'Recent activity' } )
		.closest( '.headless-deploy-activity' );
	const rows = [ ...( list?.querySelectorAll( 'li' ) ?? [] ) ].map(
		( row ) => row.textContent ?? ''
	);
	expect( rows ).toHaveLength( runs.length );
	for ( const row of rows ) {
		expect( row ).not.toMatch( /undefined|NaN|null/ );
	}
} );

test( 'shows the settings of the contract file, which hold no whole token', async () => {
	const settings = golden( 'settings.json' ) as Settings;
	const status = golden( 'status.json' ) as Status;
	fakeServer( status );
	await openPanel( { tab: 'connections', status, settings } );
	for ( const { label, webhook } of settings.environments ) {
		screen.getByRole( 'heading', { name: label } );
		for ( const url of Object.values( webhook.urls ) ) {
			expect( url ).toContain( '••••' );
		}
	}
	expect( document.body.textContent ).not.toMatch( /undefined|NaN/ );
} );
