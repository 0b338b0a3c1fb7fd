import { act, cleanup } from '@testing-library/react';
import { dispatch } from '@wordpress/data';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anEnvironment } from '../panel/fixtures.ts';
import { EditorPage, request, START } from './editor-page.tsx';
import { renders, store as editorStore } from './editor-double.ts';

const KEY_STROKES = 200;

let page: EditorPage;

beforeEach( async () => {
	vi.useFakeTimers( START );
	page = new EditorPage();
	await page.open( {
		panel: 'document',
		environments: [ anEnvironment() ],
		post: { status: 'publish', editedStatus: 'publish' },
	} );
} );

afterEach( () => {
	page.close();
	vi.useRealTimers();
} );

test( 'renders nothing and requests nothing while the user types', async () => {
	const before = renders();
	const requestCount = page.server.calls.length;
	for ( let key = 1; key <= KEY_STROKES; key += 1 ) {
		await act( async () => {
			void dispatch( editorStore ).set( { title: 'x'.repeat( key ) } );
			await vi.advanceTimersByTimeAsync( 0 );
		} );
	}
	expect( renders() ).toBe( before );
	expect( page.server.calls ).toHaveLength( requestCount );
	await page.set( { editedStatus: 'draft', status: 'draft' } );
	expect( renders() ).toBeGreaterThan( before );
} );

test( 'requests nothing while no run is active, however long the page is open', async () => {
	const requestCount = page.server.calls.length;
	await page.pass( 600 );
	expect( page.server.calls ).toHaveLength( requestCount );
} );

test( 'observes no save and no second after the editor was closed', async () => {
	const requestCount = page.server.calls.length;
	const before = renders();
	cleanup();
	await page.set( { isSaving: true } );
	await page.set( { isSaving: false, succeeded: true } );
	await request( '/wp/v2/templates/theme//home', 'PUT', async () => null );
	await page.pass( 5 );
	expect( page.server.calls ).toHaveLength( requestCount );
	expect( renders() ).toBe( before );
	page.close();
	expect( vi.getTimerCount() ).toBe( 0 );
} );
