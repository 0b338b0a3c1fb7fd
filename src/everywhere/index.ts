import type { Action } from '../shared/actions.ts';
import type { BootData, EnvironmentStatus } from '../shared/wire.ts';
import { readBoot } from '../admin/boot.ts';
import { isMoving, nextRingMs } from '../admin/live/due.ts';
import { pageStore, whenPageStore } from '../admin/live/page-store.ts';
import type { StatusStore } from '../admin/live/status-store.ts';
import { describe } from '../admin/words/state.ts';
import { addCommands } from './palette.ts';
import { showEnvironment, showLabel, triggersOf } from './places.ts';
import { press } from './presses.ts';
import { mostUrgent } from './urgency.ts';
import './everywhere.scss';

/** Somebody may glance at the admin bar: while something moves, it is told of it; while nothing does, nothing is asked. */
const PACE = { movingMs: 5_000, idleMs: null };
const SECOND_MS = 1_000;

/** Keeps what PHP printed into the page fresh, and sends what is pressed there. */
class Everywhere {
	readonly #boot: BootData;
	readonly #sending = new Map< string, Action >();
	#store: StatusStore | null = null;

	constructor( boot: BootData ) {
		this.#boot = boot;
	}

	start(): void {
		const { status } = this.#boot.preload;
		if ( isMoving( status, Date.now() ) || nextRingMs( status ) !== null ) {
			this.#follow();
		}
		// The panel and the editors ask anyway: the bar above them says what they say.
		whenPageStore( () => void this.#follow() );
		for ( const { id } of status?.environments ?? [] ) {
			for ( const { element, action } of triggersOf( id ) ) {
				this.#listen( element, id, action );
			}
		}
		addCommands(
			this.#boot,
			( id, action ) => void this.#send( id, action ),
			( url ) => window.location.assign( url )
		);
	}

	/** Follows the state from here on; before, what PHP printed is what counts. */
	#follow(): StatusStore {
		if ( this.#store === null ) {
			this.#store = pageStore( this.#boot, PACE );
			this.#store.subscribe( () => this.#show() );
			setInterval( () => {
				if ( document.visibilityState !== 'hidden' ) {
					this.#show();
				}
			}, SECOND_MS );
		}
		return this.#store;
	}

	#environments(): EnvironmentStatus[] {
		const status =
			this.#store?.getSnapshot().status ?? this.#boot.preload.status;
		return status?.environments ?? [];
	}

	#show(): void {
		const nowMs = this.#store?.time.nowMs() ?? Date.now();
		const describeIt = ( environment: EnvironmentStatus ) =>
			describe(
				environment,
				nowMs,
				this.#boot.timeZone,
				this.#sending.get( environment.id ) ?? null
			);
		const environments = this.#environments();
		for ( const environment of environments ) {
			showEnvironment( environment, {
				description: describeIt( environment ),
				busy: this.#sending.has( environment.id ),
				nowMs,
				timeZone: this.#boot.timeZone,
			} );
		}
		const urgent = mostUrgent( environments );
		if ( urgent !== null ) {
			showLabel( urgent, describeIt( urgent ) );
		}
	}

	#listen( element: HTMLElement, id: string, action: Action ): void {
		const isButton = element.classList.contains( 'button' );
		if ( isButton ) {
			element.setAttribute( 'role', 'button' );
		}
		const send = ( event: Event ) => {
			event.preventDefault();
			void this.#send( id, action );
		};
		element.addEventListener( 'click', send );
		element.addEventListener( 'keydown', ( event ) => {
			if ( event.key === ' ' ) {
				send( event );
			}
		} );
	}

	/**
	 * Sends an action, once at a time.
	 * @param id
	 * @param action
	 */
	async #send( id: string, action: Action ): Promise< void > {
		const environment = this.#environments().find(
			( one ) => one.id === id
		);
		if ( environment === undefined || this.#sending.has( id ) ) {
			return;
		}
		this.#sending.set( id, action );
		this.#show();
		await press( environment, action );
		await this.#follow().refresh();
		this.#sending.delete( id );
		this.#show();
	}
}

const boot = readBoot();
if ( boot !== null ) {
	new Everywhere( boot ).start();
}
