/**
 * The questions before something that cannot be taken back. With the script they open as dialogs, without it as pages.
 */
import { ACTIONS } from '../../../shared/actions.ts';
import type { Build, WebhookSet } from '../../model/hosting.ts';
import type { Html, HtmlValue } from '../html.ts';
import { html } from '../html.ts';
import type { Frame, Page } from '../layout.ts';
import { breadcrumb } from '../layout.ts';
import type { EnvironmentView } from '../environment-view.ts';
import { accountHref, environmentHref } from '../environment-view.ts';
import { actionWords, duration, time } from '../labels.ts';
import { usualMilliseconds } from '../../builds/usual-duration.ts';

interface Question {
	title: string;
	text: HtmlValue;
	/** Address of the form, below the environment. */
	action: string;
	/** The verb, the same as on the button that led here. */
	yes: string;
	/** The safe choice. */
	no: string;
	/** Where the safe choice leads, below the environment. */
	back: string;
	danger?: boolean;
}

function confirmPage( view: EnvironmentView, question: Question ): Page {
	const { accountName, appId } = view.path;
	return {
		title: question.title,
		main: html`${ breadcrumb( [
				{ name: accountName, href: accountHref( accountName ) },
				{
					name: appId,
					href: `${ accountHref( accountName ) }#${ appId }`,
				},
				{
					name: view.environment.displayName,
					href: environmentHref( view.path ),
				},
			] ) }
			<section
				class="box confirm"
				data-confirm
				aria-labelledby="question"
			>
				<h1 id="question">${ question.title }</h1>
				${ question.text }
				<form
					method="post"
					action="${ environmentHref( view.path, question.action ) }"
					class="buttons"
				>
					<a
						class="button"
						href="${ environmentHref( view.path, question.back ) }"
						data-dialog-close
						autofocus
						>${ question.no }</a
					>
					<button
						class="${ question.danger ? 'primary danger' : 'primary' }"
					>
						${ question.yes }
					</button>
				</form>
			</section>`,
	};
}

function lastCalled( set: WebhookSet, now: Date ): Html | null {
	const [ newest ] = ACTIONS.flatMap( ( action ) => {
		const call = set.lastCalls[ action ];
		return call && call.status < 300 ? [ call ] : [];
	} ).sort( ( a, b ) => b.at.getTime() - a.at.getTime() );
	return newest === undefined
		? null
		: html`<p class="muted">
				The ${ actionWords( newest.action ) } webhook was last called at
				${ time( newest.at, now ) }.
			</p>`;
}

/** Makes the question before all three URLs are replaced. */
export function regeneratePage(
	frame: Frame,
	view: EnvironmentView,
	set: WebhookSet
): Page {
	return confirmPage( view, {
		title: 'Regenerate all three URLs?',
		text: html`<p>
				The current URLs stop working at once. Whatever calls them, such
				as WordPress, a CI job or a schedule, is refused until you paste
				a new URL there.
			</p>
			${ lastCalled( set, frame.now ) }`,
		action: '/settings/regenerate',
		yes: 'Regenerate all',
		no: 'Keep the current URLs',
		back: '/settings',
	} );
}

/** Makes the question before all three URLs are deleted. */
export function deletePage(
	frame: Frame,
	view: EnvironmentView,
	set: WebhookSet
): Page {
	return confirmPage( view, {
		title: 'Delete all three URLs?',
		text: html`<p>
				They stop working at once and nothing can call this environment
				until you create new ones.
			</p>
			${ lastCalled( set, frame.now ) }`,
		action: '/settings/delete',
		yes: 'Delete all',
		no: 'Keep the URLs',
		back: '/settings',
		danger: true,
	} );
}

function usualOf(
	builds: Build[],
	trigger: Build[ 'trigger' ]
): number | null {
	const [ newest ] = builds;
	return newest === undefined
		? null
		: usualMilliseconds( { ...newest, id: '', trigger }, builds );
}

/** Makes the question before a clean rebuild. */
export function cleanRebuildPage( view: EnvironmentView ): Page {
	const clean = usualOf( view.builds, 'cleanRebuild' );
	const normal = usualOf( view.builds, 'rebuild' );
	const usual =
		clean !== null && normal !== null && clean > normal
			? `: usually ${ duration( clean ) }, not ${ duration( normal ) }`
			: '';
	return confirmPage( view, {
		title: `Clean rebuild ${ view.environment.displayName }?`,
		text: html`<p>
			The framework’s cached files are dropped first, so it takes
			longer${ usual }.${ view.served && ' The site stays live.' }
		</p>`,
		action: '/clean-rebuild',
		yes: 'Clean rebuild',
		no: 'Not now',
		back: '/builds',
	} );
}
