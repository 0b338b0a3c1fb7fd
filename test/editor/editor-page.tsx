import { act, render, screen } from '@testing-library/react';
import apiFetch, { type APIFetchMiddleware } from '@wordpress/api-fetch';
import { dispatch } from '@wordpress/data';
import { vi } from 'vitest';
import { StatusStore } from '../../src/live/status-store.ts';
import { HeadlessDeployPlugin } from '../../src/editor/plugin.tsx';
import type { BootData } from '../../src/shared/boot.ts';
import type { EnvironmentStatus } from '../../src/shared/wire.ts';
import { aStatus, NOW_MS, someBoot } from '../panel/fixtures.ts';
import { clearNotices } from '../panel/panel-page.tsx';
import { fakeServer, type FakeServer } from '../panel/server.ts';
import {
	type EditorState,
	NEW_POST,
	openPanel,
	type Panel,
	store as editorStore,
} from './editor-double.ts';

/** How a test opens the editor. */
export interface OpenOptions {
	panel: Panel;
	post?: Partial< EditorState >;
	environments?: EnvironmentStatus[];
	boot?: Partial< BootData >;
}

/** The middlewares of apiFetch, which a module registers once. */
const middlewares: APIFetchMiddleware[] = [];

/** The editor with the plugin. */
export class EditorPage {
	readonly server: FakeServer = fakeServer( aStatus() );
	#store: StatusStore | null = null;

	constructor() {
		vi.mocked( apiFetch.use ).mockImplementation( ( middleware ) => {
			middlewares.push( middleware );
		} );
	}

	/** Opens the editor. */
	async open( options: OpenOptions ): Promise< void > {
		const { environments = [] } = options;
		openPanel( options.panel );
		void dispatch( editorStore ).set( { ...NEW_POST, ...options.post } );
		const status = aStatus( ...environments );
		this.server.status = status;
		this.#store = new StatusStore( status, {
			movingMs: 2_000,
			idleMs: null,
		} );
		this.#store.start();
		const boot = someBoot( {
			preload: { status, settings: null },
			...options.boot,
		} );
		render( <HeadlessDeployPlugin boot={ boot } store={ this.#store } /> );
		await this.pass( 1 );
	}

	/** Advances the time in the browser and on the server. */
	async pass( seconds: number ): Promise< void > {
		for ( let passed = 0; passed < seconds; passed += 1 ) {
			this.server.seconds += 1;
			await act( async () => {
				await vi.advanceTimersByTimeAsync( 1_000 );
			} );
		}
	}

	/** Changes the state of the editor. */
	async set( state: Partial< EditorState > ): Promise< void > {
		await act( async () => {
			void dispatch( editorStore ).set( state );
			await vi.advanceTimersByTimeAsync( 0 );
		} );
	}

	/**
	 * Saves the post.
	 *
	 * @param after The environments after the save.
	 */
	async save(
		status: string,
		...after: EnvironmentStatus[]
	): Promise< void > {
		await this.set( { isSaving: true, editedStatus: status } );
		this.server.status = aStatus( ...after );
		await this.set( { isSaving: false, succeeded: true, status } );
	}

	/** The text of the plugin’s panel. */
	text(): string {
		return screen.getByRole( 'region' ).textContent ?? '';
	}

	close(): void {
		this.#store?.stop();
		clearNotices();
	}
}

/** Sends a request through the middlewares. */
export async function request(
	path: string,
	method: string,
	answer: () => Promise< unknown >
): Promise< void > {
	const [ first ] = middlewares;
	await act( async () => {
		await Promise.resolve(
			first?.( { path, method }, async () => answer() )
		).catch( () => undefined );
		await vi.advanceTimersByTimeAsync( 0 );
	} );
}

/** The start time of the tests. */
export const START = { now: NOW_MS };
