/** One request of the journal, as far as it is kept. */
import type { JournalEntry } from '../../model/faults.ts';
import { answeredWords, shortUrl, statusTone } from '../fault-labels.ts';
import type { Html } from '../html.ts';
import { html } from '../html.ts';
import { icon } from '../icons.ts';
import type { Frame, Page } from '../layout.ts';
import { breadcrumb } from '../layout.ts';
import { time } from '../labels.ts';
import { breakable, REQUESTS_HREF } from './requests.ts';

/** Sets JSON on several lines; what is cut off or no JSON stays as it is. */
function spread( text: string ): string {
	try {
		return JSON.stringify( JSON.parse( text ), null, 2 );
	} catch {
		return text;
	}
}

function headers( title: string, list: Record< string, string > ): Html {
	const names = Object.entries( list );
	return html`<h3>${ title }</h3>
		${
			names.length === 0
				? html`<p class="muted">None.</p>`
				: html`<dl class="headers">
						${ names.map(
							( [ name, value ] ) =>
								html`<div>
									<dt>${ name }</dt>
									<dd>${ value }</dd>
								</div>`
						) }
					</dl>`
		}`;
}

function body( title: string, text: string, none: string ): Html {
	return html`<h3>${ title }</h3>
		${
			text === ''
				? html`<p class="muted">${ none }</p>`
				: html`<pre
						class="message"
						tabindex="0"
						role="region"
						aria-label="${ title }"
					>
${ spread( text ) }</pre>`
		}`;
}

function noRequestBody( { requestHeaders, url }: JournalEntry ): string {
	if ( requestHeaders[ 'content-type' ]?.startsWith( 'multipart/' ) ) {
		return 'Uploads are not kept.';
	}
	return url.startsWith( '/wh/' )
		? 'The body of a webhook call is not read.'
		: 'None, or no JSON.';
}

function outcome( entry: JournalEntry, isSpoilt: boolean ): Html {
	return html`<p class="sentence">
			<span class="${ statusTone( entry.status ) }"
				>${ answeredWords( entry ) }</span
			>
			${ entry.reason }
		</p>
		${
			entry.fault !== '' &&
			html`<p class="state warn">
				${ icon( 'warning' ) } Fault rule “${ entry.fault }” made it
				so.${ isSpoilt && entry.responseBody !== '' && ' The answer stands here as it was before it was cut or delayed.' }
			</p>`
		}`;
}

/**
 * Makes the page of a request.
 *
 * @param isSpoilt Whether its answer was cut or slowed down.
 */
export function requestPage(
	frame: Frame,
	entry: JournalEntry,
	isSpoilt: boolean
): Page {
	const { method, url, number } = entry;
	return {
		title: `Request ${ number }`,
		nav: 'Requests',
		still: true,
		main: html`${ breadcrumb( [ { name: 'Requests', href: REQUESTS_HREF } ] ) }
			<h1 class="call">
				<span class="quiet">${ method }</span>
				${ breakable( shortUrl( url ) ) }
			</h1>
			${ outcome( entry, isSpoilt ) }
			<p class="muted">
				${ time( entry.at, frame.now, 'seconds' ) }, by
				${ entry.caller }
			</p>
			<section class="box inset under-title exchange">
				<h2>Request</h2>
				<p><code>${ method } ${ breakable( url ) }</code></p>
				${ headers( 'Request headers', entry.requestHeaders ) }
				${ body( 'Request body', entry.requestBody, noRequestBody( entry ) ) }
			</section>
			<section class="box inset exchange">
				<h2>Answer</h2>
				${ headers( 'Answer headers', entry.responseHeaders ) }
				${ body( 'Answer body', entry.responseBody, 'None.' ) }
			</section>
			<p class="hint under">
				At most 4 KiB of each body are kept. Tokens, passwords and
				values of variables never are.
			</p>`,
	};
}
