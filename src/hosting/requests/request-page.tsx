import type { JournalRequest } from '../../shared/platform-api.generated.ts';
import { addresses } from '../addresses.ts';
import { useHostGet } from '../client/queries.ts';
import { Box } from '../../ui/box.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { isNotFound, NotFoundScreen } from '../not-found-screen.tsx';
import { Page } from '../../ui/page.tsx';
import { Time } from '../../ui/time.tsx';
import { __, sprintf } from '../../ui/i18n.ts';
import { shortDurationLabel } from '../labels/duration.ts';
import { FaultLine, shortUrl, statusTone } from './request-list.tsx';

/** Formats JSON; a truncated body or another text stays as it is. */
function formatBody( text: string ): string {
	try {
		return JSON.stringify( JSON.parse( text ), null, 2 );
	} catch {
		return text;
	}
}

interface MessageProps {
	title: string;
	headers: Record< string, string >;
	body: string;
	/** Why there is no body. */
	withoutBody: string;
	/** @default '' */
	line?: string;
}

function Message( props: MessageProps ) {
	const { title, headers, body, withoutBody, line = '' } = props;
	const bodyTitle = __( 'Body', 'headless-deploy' );
	return (
		<Box title={ title }>
			{ line !== '' && (
				<p>
					<code>{ line }</code>
				</p>
			) }
			<h3>{ __( 'Headers', 'headless-deploy' ) }</h3>
			<dl className="hd-headers">
				{ Object.entries( headers ).map( ( [ name, value ] ) => (
					<Fact key={ name } term={ name }>
						{ value }
					</Fact>
				) ) }
			</dl>
			<h3>{ bodyTitle }</h3>
			{ body === '' ? (
				<p className="hd-muted">{ withoutBody }</p>
			) : (
				<pre
					className="hd-body"
					// Scrolls, so it has to be reachable by keyboard.
					tabIndex={ 0 }
					role="region"
					aria-label={ `${ title }: ${ bodyTitle }` }
				>
					{ formatBody( body ) }
				</pre>
			) }
		</Box>
	);
}

function responseSentence( { status, tookMs }: JournalRequest ): string {
	const took = shortDurationLabel( tookMs );
	/* translators: %s: duration. */
	const withoutResponse = __(
		'No response. The connection ended after %s.',
		'headless-deploy'
	);
	/* translators: 1: HTTP status, 2: duration. */
	const response = __( 'Response %1$d after %2$s.', 'headless-deploy' );
	return status === 0
		? sprintf( withoutResponse, took )
		: sprintf( response, status, took );
}

function noRequestBody( { requestHeaders, url }: JournalRequest ): string {
	if ( requestHeaders[ 'content-type' ]?.startsWith( 'multipart/' ) ) {
		return __( 'Uploads are not stored.', 'headless-deploy' );
	}
	return url.startsWith( '/wh/' )
		? __(
				'The platform ignores the body of webhook calls.',
				'headless-deploy'
			)
		: __( 'None, or not JSON.', 'headless-deploy' );
}

function RequestDetails( { request }: { request: JournalRequest } ) {
	const { method, url, status, reason, fault, caller, at } = request;
	/* translators: %s: name of a user or program. */
	const by = __( 'by %s', 'headless-deploy' );
	return (
		<Page
			title={ `${ method } ${ shortUrl( url ) }` }
			crumbs={ [
				{
					name: __( 'Requests', 'headless-deploy' ),
					href: addresses.requests,
				},
			] }
		>
			<div className="hd-section">
				<p className="hd-sentence">
					<span className={ `hd-status--${ statusTone( status ) }` }>
						{ responseSentence( request ) }
					</span>{ ' ' }
					{ reason }
				</p>
				{ fault !== '' && (
					<p>
						<FaultLine fault={ fault } />{ ' ' }
						{ request.responseBody !== '' &&
							__(
								'The response is shown as it was before the rule changed it.',
								'headless-deploy'
							) }
					</p>
				) }
				<p className="hd-muted">
					<Time at={ at } seconds />, { sprintf( by, caller ) }
				</p>
			</div>
			<Message
				title={ __( 'Request', 'headless-deploy' ) }
				line={ `${ method } ${ url }` }
				headers={ request.requestHeaders }
				body={ request.requestBody }
				withoutBody={ noRequestBody( request ) }
			/>
			<Message
				title={ __( 'Response', 'headless-deploy' ) }
				headers={ request.responseHeaders }
				body={ request.responseBody }
				withoutBody={ __( 'None.', 'headless-deploy' ) }
			/>
			<p className="hd-hint">
				{ __(
					'At most 4 KiB of each body are stored, without tokens, passwords and values of variables.',
					'headless-deploy'
				) }
			</p>
		</Page>
	);
}

/** One request of the journal, with its response. */
export function RequestPage( { number }: { number: string } ) {
	const query = useHostGet( '/_local/requests/{number}', [], {
		path: { number },
	} );
	return isNotFound( query.error ) ? (
		<NotFoundScreen message={ query.error.message } />
	) : (
		<Loaded query={ query }>
			{ ( request ) => <RequestDetails request={ request } /> }
		</Loaded>
	);
}
