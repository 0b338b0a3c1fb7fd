/**
 * What the portal's pages gain with JavaScript: copying, dialogs, uploads with progress, live updates. Everything
 * else works without it.
 */
/* global addEventListener, DOMParser, history, innerHeight, location, removeEventListener, XMLHttpRequest */

const LIVE_MS = 2000;
const IDLE_MS = 10000;
const LOG_MS = 1000;
const COPIED_MS = 2000;
const MAX_ZIP_BYTES = 100 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

document.documentElement.classList.add( 'js' );

const find = ( selector, root = document ) => root.querySelector( selector );
const findAll = ( selector, root = document ) => [
	...root.querySelectorAll( selector ),
];

function say( words ) {
	find( '[data-speaker]' ).textContent = words;
}

// The result of the last form stands in the address; a reload need not repeat it.
if ( new URLSearchParams( location.search ).has( 'done' ) ) {
	history.replaceState( null, '', location.pathname + location.hash );
}

/* Copying */

let webhookUrls = null;

async function fetchWebhookUrls() {
	if ( webhookUrls === null ) {
		const box = find( '[data-webhooks]' );
		const response = await fetch( box.dataset.webhooks, {
			method: 'POST',
			headers: { accept: 'application/json' },
			cache: 'no-store',
		} );
		if ( ! response.ok ) {
			throw new Error(
				'The URLs could not be fetched. Reload the page.'
			);
		}
		webhookUrls = await response.json();
	}
	return webhookUrls;
}

async function textToCopy( button ) {
	if ( button.dataset.copyWebhook ) {
		return ( await fetchWebhookUrls() )[ button.dataset.copyWebhook ];
	}
	if ( 'copyLog' in button.dataset ) {
		return findAll( '.log span' )
			.map( ( line ) => line.textContent )
			.join( '\n' );
	}
	return button.dataset.copy;
}

async function copy( button ) {
	const label = find( 'span', button ) ?? button;
	label.dataset.words ??= label.textContent;
	try {
		await navigator.clipboard.writeText( await textToCopy( button ) );
		label.textContent = 'Copied';
		say( `Copied ${ button.dataset.copyName ?? 'it' }.` );
	} catch {
		label.textContent = 'Not copied';
		say( 'It could not be copied.' );
	}
	setTimeout( () => {
		label.textContent = label.dataset.words;
	}, COPIED_MS );
}

async function toggleUrls( form ) {
	const button = find( 'button', form );
	const fields = findAll( '[data-webhook]' );
	if ( button.textContent.startsWith( 'Hide' ) ) {
		for ( const field of fields ) {
			field.replaceChildren( ...field.masked );
		}
		button.textContent = 'Show full URLs';
		return;
	}
	const urls = await fetchWebhookUrls();
	for ( const field of fields ) {
		field.masked = [ ...field.childNodes ];
		field.textContent = urls[ field.dataset.webhook ];
	}
	button.textContent = 'Hide full URLs';
}

/* Dialogs */

async function openDialog( link ) {
	const response = await fetch( link.href );
	const page = new DOMParser().parseFromString(
		await response.text(),
		'text/html'
	);
	const question = find( '[data-confirm]', page );
	if ( ! response.ok || question === null ) {
		location.assign( link.href );
		return;
	}
	const dialog = document.createElement( 'dialog' );
	dialog.setAttribute( 'aria-labelledby', 'question' );
	dialog.append( document.adoptNode( question ) );
	document.body.append( dialog );
	dialog.addEventListener( 'close', () => dialog.remove() );
	dialog.showModal();
}

/* Uploads */

function uploadNotice( form, words ) {
	find( '.notice', form )?.remove();
	if ( words ) {
		const notice = document.createElement( 'p' );
		notice.className = 'notice bad';
		notice.setAttribute( 'role', 'alert' );
		notice.append( document.createElement( 'span' ) );
		notice.firstChild.textContent = words;
		form.append( notice );
	}
}

const askBeforeLeaving = ( event ) => event.preventDefault();

function showUploading( form, busy ) {
	form.closest( '[hidden]' )?.removeAttribute( 'hidden' );
	form.classList.toggle( 'busy', busy );
	find( '[data-progress]', form ).hidden = ! busy;
	find( '[data-upload-cancel]', form ).hidden = ! busy;
	if ( busy ) {
		addEventListener( 'beforeunload', askBeforeLeaving );
	} else {
		removeEventListener( 'beforeunload', askBeforeLeaving );
	}
}

function showProgress( form, event, startedAt ) {
	const share = event.loaded / event.total;
	const secondsLeft =
		( ( Date.now() - startedAt ) / 1000 / share ) * ( 1 - share );
	find( 'progress', form ).value = share;
	find( '[data-progress-words]', form ).textContent =
		share === 1
			? 'Unpacking and checking'
			: `${ ( event.loaded / 1e6 ).toFixed( 1 ) } of ${ ( event.total / 1e6 ).toFixed( 1 ) } MB, about ${ Math.ceil( secondsLeft ) } s left`;
}

function upload( form, file ) {
	uploadNotice( form, '' );
	if ( form.classList.contains( 'busy' ) ) {
		return;
	}
	if ( file.size > MAX_ZIP_BYTES ) {
		showUploading( form, false );
		uploadNotice(
			form,
			`${ file.name } was not uploaded. It is ${ Math.ceil( file.size / MEBIBYTE ) } MiB, the limit is 100 MiB.`
		);
		return;
	}
	const body = new FormData();
	body.append( 'repository', file );
	const request = new XMLHttpRequest();
	const startedAt = Date.now();
	const ended = ( words ) => {
		showUploading( form, false );
		uploadNotice( form, words );
		form.reset();
	};
	request.open( 'POST', form.action );
	request.setRequestHeader( 'Accept', 'application/json' );
	request.responseType = 'json';
	request.upload.onprogress = ( event ) =>
		showProgress( form, event, startedAt );
	request.onload = () => {
		if ( request.response?.location ) {
			removeEventListener( 'beforeunload', askBeforeLeaving );
			location.assign( request.response.location );
		} else {
			ended(
				request.response?.message ??
					'The platform refused the upload without saying why.'
			);
		}
	};
	request.onerror = () =>
		ended(
			'The connection was lost. Nothing was deployed. Upload it again.'
		);
	request.onabort = () => ended( '' );
	find( '[data-upload-cancel]', form ).onclick = () => request.abort();
	showUploading( form, true );
	request.send( body );
}

let dragDepth = 0;

function setDropping( depth ) {
	const form = find( '[data-upload]' );
	dragDepth = Math.max( 0, depth );
	document.body.classList.toggle( 'dropping', dragDepth > 0 );
	document.body.dataset.dropping = `Drop to deploy to ${ form?.dataset.target }`;
}

if ( find( '[data-upload]' ) ) {
	addEventListener( 'dragenter', ( event ) => {
		if ( event.dataTransfer?.types.includes( 'Files' ) ) {
			setDropping( dragDepth + 1 );
		}
	} );
	addEventListener( 'dragleave', () => setDropping( dragDepth - 1 ) );
	addEventListener( 'dragover', ( event ) => event.preventDefault() );
	addEventListener( 'drop', ( event ) => {
		event.preventDefault();
		setDropping( 0 );
		const [ file ] = event.dataTransfer.files;
		if ( file ) {
			upload( find( '[data-upload]' ), file );
		}
	} );
}

addEventListener( 'change', ( event ) => {
	const form = event.target.closest( '[data-upload]' );
	const [ file ] = event.target.files ?? [];
	if ( form && file ) {
		upload( form, file );
	}
} );

/* Clicks */

addEventListener( 'click', ( event ) => {
	if ( event.ctrlKey || event.metaKey || event.shiftKey ) {
		return;
	}
	const { target } = event;
	const copied = target.closest(
		'[data-copy], [data-copy-webhook], [data-copy-log]'
	);
	const question = target.closest( 'a[data-dialog]' );
	const uploadButton = target.closest( '[data-upload-button]' );
	if ( copied ) {
		copy( copied );
	} else if ( question ) {
		event.preventDefault();
		openDialog( question );
	} else if ( target.closest( 'dialog [data-dialog-close]' ) ) {
		event.preventDefault();
		target.closest( 'dialog' ).close();
	} else if ( uploadButton && find( '[data-upload] input' ) ) {
		event.preventDefault();
		find( '[data-upload] input' ).click();
	} else if ( target.closest( '[data-first-error]' ) ) {
		find( '.log .bad' )?.scrollIntoView( { block: 'center' } );
	} else if ( target.closest( '[data-follow]' ) ) {
		follow( true );
	}
} );

addEventListener( 'submit', ( event ) => {
	if ( 'showUrls' in event.target.dataset ) {
		event.preventDefault();
		toggleUrls( event.target ).catch( ( error ) => say( error.message ) );
	}
} );

/* Live updates */

const regions = findAll( '[data-live]' );
const shown = new Map(
	regions.map( ( region ) => [ region.id, region.innerHTML ] )
);
let lastTime = new Date();

function showConnection( isLost ) {
	let box = find( '.lost' );
	if ( ! isLost ) {
		box?.remove();
		lastTime = new Date();
		return;
	}
	if ( ! box ) {
		box = document.createElement( 'p' );
		box.className = 'lost';
		box.setAttribute( 'role', 'alert' );
		document.body.append( box );
		box.textContent = `Not connected. Showing ${ lastTime.toLocaleTimeString( [], { timeStyle: 'short' } ) }. Trying again.`;
	}
}

function showRegion( region, page ) {
	const fresh = page.getElementById( region.id );
	const busy = region.matches( ':focus-within' ) || find( '.busy', region );
	if ( ! fresh || busy || shown.get( region.id ) === fresh.innerHTML ) {
		return;
	}
	const before = find( '[data-say]', region )?.textContent.trim();
	shown.set( region.id, fresh.innerHTML );
	region.replaceChildren( ...document.adoptNode( fresh ).childNodes );
	const after = find( '[data-say]', region )?.textContent.trim();
	if ( after && after !== before ) {
		say( `${ find( 'h1' ).textContent }: ${ after }` );
	}
}

async function refresh() {
	try {
		const response = await fetch( location.pathname, {
			headers: { accept: 'text/html' },
		} );
		if ( response.status === 401 ) {
			location.reload();
			return;
		}
		const page = new DOMParser().parseFromString(
			await response.text(),
			'text/html'
		);
		showConnection( false );
		document.title = page.title;
		document.body.toggleAttribute(
			'data-running',
			page.body.hasAttribute( 'data-running' )
		);
		for ( const region of regions ) {
			showRegion( region, page );
		}
	} catch {
		showConnection( true );
	}
}

/**
 * Calls a function again and again, each time after it has ended, never while the page is hidden.
 *
 * @param {() => Promise<boolean|void>} work  What to do; false ends it.
 * @param {() => number}                pause Milliseconds until the next time.
 */
async function repeat( work, pause ) {
	if ( ! document.hidden && ( await work() ) === false ) {
		return;
	}
	setTimeout( repeat, pause(), work, pause );
}

if ( regions.length > 0 ) {
	const pause = () =>
		document.body.hasAttribute( 'data-running' ) ? LIVE_MS : IDLE_MS;
	setTimeout( repeat, pause(), refresh, pause );
}

/* The log */

const log = find( '[data-log]' );
let following = true;

function follow( wanted ) {
	following = wanted;
	find( '[data-follow]' ).hidden = wanted || 'ended' in log.dataset;
	if ( wanted ) {
		log.lastElementChild?.scrollIntoView( { block: 'end' } );
	}
}

async function readLog() {
	const { offset, line } = log.dataset;
	try {
		const response = await fetch(
			`${ log.dataset.log }?offset=${ offset }&line=${ line }`
		);
		const chunk = await response.json();
		const template = document.createElement( 'template' );
		template.innerHTML = chunk.lines;
		log.append( template.content );
		log.dataset.offset = chunk.nextOffset;
		log.dataset.line = chunk.nextLine;
		const count = chunk.nextLine - 1;
		find( '[data-log-count]' ).textContent =
			`${ count.toLocaleString( 'en' ) } ${ count === 1 ? 'line' : 'lines' }`;
		find( '[data-log-empty]' )?.toggleAttribute( 'hidden', count > 0 );
		if ( chunk.ended ) {
			log.dataset.ended = '';
			follow( following );
			find( '[data-first-error]' ).hidden = ! find( '.log .bad' );
			await refresh();
			return false;
		}
		if ( following && chunk.nextLine !== Number( line ) ) {
			follow( true );
		}
	} catch {
		showConnection( true );
	}
	return true;
}

if ( log ) {
	const isLong = () =>
		document.documentElement.scrollHeight > innerHeight + 40;
	addEventListener(
		'wheel',
		( event ) => {
			if (
				event.deltaY < 0 &&
				isLong() &&
				! ( 'ended' in log.dataset )
			) {
				follow( false );
			}
		},
		{ passive: true }
	);
	if ( ! ( 'ended' in log.dataset ) ) {
		repeat( readLog, () => LOG_MS );
	}
}

find( '.tabs [aria-current]' )?.scrollIntoView( {
	block: 'nearest',
	inline: 'center',
} );
