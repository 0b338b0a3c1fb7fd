/** The editor with our plugin in it, as the tests of its panels open it. */
import { act, render, screen } from '@testing-library/react';
import apiFetch, { type APIFetchMiddleware } from '@wordpress/api-fetch';
import { dispatch, select } from '@wordpress/data';
import { store as noticesStore } from '@wordpress/notices';
import { vi } from 'vitest';
import { StatusStore } from '../../src/panel/live/status-store.ts';
import { HeadlessDeployPlugin } from '../../src/editor/plugin.tsx';
import type { BootData } from '../../src/shared/boot.ts';
import type { EnvironmentStatus } from '../../src/shared/wire.ts';
import { aStatus, NOW_MS, someBoot } from '../panel/fixtures.ts';
import { fakeServer, type FakeServer } from '../panel/server.ts';
import {
	type EditorState,
	editorStore,
	NEW_POST,
	openPanel,
	type Panel,
} from './editor-double.ts';

/** What a test opens. */
export interface Opening {
	panel: Panel;
	post?: Partial< EditorState >;
	environments?: EnvironmentStatus[];
	boot?: Partial< BootData >;
}

/** What apiFetch was told to run requests through: of a module that asks for it once. */
const middlewares: APIFetchMiddleware[] = [];

/** The editor of a test. */
export class EditorPage {
	readonly server: FakeServer = fakeServer( aStatus() );
	#store: StatusStore | null = null;

	constructor() {
		vi.mocked( apiFetch.use ).mockImplementation( ( middleware ) => {
			middlewares.push( middleware );
		} );
	}

	/** Opens the editor. */
	async open( opening: Opening ): Promise< void > {
		const { environments = [] } = opening;
		openPanel( opening.panel );
		void dispatch( editorStore ).set( { ...NEW_POST, ...opening.post } );
		const status = aStatus( ...environments );
		this.server.status = status;
		this.#store = new StatusStore( status, {
			movingMs: 2_000,
			idleMs: null,
		} );
		this.#store.start();
		const boot = someBoot( {
			preload: { status, settings: null },
			...opening.boot,
		} );
		render( <HeadlessDeployPlugin boot={ boot } store={ this.#store } /> );
		await this.pass( 1 );
	}

	/** Lets time pass. */
	async pass( seconds: number ): Promise< void > {
		for ( let passed = 0; passed < seconds; passed += 1 ) {
			this.server.seconds += 1;
			await act( async () => {
				await vi.advanceTimersByTimeAsync( 1_000 );
			} );
		}
	}

	/** Changes what the editor knows. */
	async set( state: Partial< EditorState > ): Promise< void > {
		await act( async () => {
			void dispatch( editorStore ).set( state );
			await vi.advanceTimersByTimeAsync( 0 );
		} );
	}

	/**
	 * Saves the post.
	 *
	 * @param after The environments from then on.
	 */
	async save(
		status: string,
		...after: EnvironmentStatus[]
	): Promise< void > {
		await this.set( { isSaving: true, editedStatus: status } );
		this.server.status = aStatus( ...after );
		await this.set( { isSaving: false, succeeded: true, status } );
	}

	/** Reads our panel. */
	text(): string {
		return screen.getByRole( 'region' ).textContent ?? '';
	}

	/** Leaves the editor. */
	close(): void {
		this.#store?.stop();
		select( noticesStore )
			.getNotices()
			.forEach(
				( { id } ) => void dispatch( noticesStore ).removeNotice( id )
			);
	}
}

/**
 * Lets a request run through them.
 *
 * @param answer What the server does.
 */
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

/** The tests' now. */
export const START = { now: NOW_MS };
