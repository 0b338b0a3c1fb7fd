/**
 * Sends one last request when the page is closed while a run is pending.
 *
 * A closing tab fires both `pagehide` and `visibilitychange`, and a hidden tab may be shown again: so each state of what is
 * pending is reported once.
 */
export class DeferredDispatch {
	readonly #send: () => void;
	#pending = '';
	#expected = '';
	#reported = '';
	#saves = 0;

	constructor( send: () => void ) {
		this.#send = send;
	}

	/** @param signature As `pendingSignature()` returns it. */
	setPending( signature: string ): void {
		this.#pending = signature;
		if ( this.#expected === '' ) {
			this.#sendWhenHidden();
		}
	}

	/** Called after a save that the loaded status does not contain yet. */
	expect(): void {
		this.#saves += 1;
		this.#expected = `save ${ this.#saves };`;
		this.#sendWhenHidden();
	}

	/** Called when the loaded status is newer than the last save. */
	settle(): void {
		if (
			this.#expected !== '' &&
			this.#reported.startsWith( this.#expected )
		) {
			this.#reported = this.#pending;
		}
		this.#expected = '';
		this.#sendWhenHidden();
	}

	readonly report = (): void => {
		const state = `${ this.#expected }${ this.#pending }`;
		if ( state !== '' && state !== this.#reported ) {
			this.#reported = state;
			this.#send();
		}
	};

	readonly #sendWhenHidden = (): void => {
		if ( document.visibilityState === 'hidden' ) {
			this.report();
		}
	};

	start(): void {
		document.addEventListener( 'visibilitychange', this.#sendWhenHidden );
		window.addEventListener( 'pagehide', this.report );
	}

	stop(): void {
		document.removeEventListener(
			'visibilitychange',
			this.#sendWhenHidden
		);
		window.removeEventListener( 'pagehide', this.report );
	}
}
