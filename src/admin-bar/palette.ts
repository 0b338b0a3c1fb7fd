import type { Action } from '../shared/actions.ts';
import type { BootData } from '../shared/boot.ts';
import type { EnvironmentStatus } from '../shared/wire.ts';
import { __, _x, sprintf } from '../ui/i18n.ts';
import { actionLabel, buttonOf } from '../live/labels/action.ts';
import { actionsOf } from './messages.ts';

const NAMES: Record< Action, string > = {
	rebuild: 'rebuild',
	refresh: 'refresh',
	purgeCache: 'purge',
	cleanRebuild: 'clean-rebuild',
};

interface Command {
	name: string;
	label: string;
	callback: ( options: { close: () => void } ) => void;
}

/** Returns the URL at which the panel asks for confirmation of a Clean Rebuild. */
function cleanRebuildUrl( boot: BootData, id: string ): string {
	const url = new URL( boot.urls.overview ?? '', window.location.href );
	url.searchParams.set( 'clean-rebuild', id );
	return url.href;
}

function commandsOf(
	environment: EnvironmentStatus,
	send: ( id: string, action: Action ) => void,
	openConfirmation: ( id: string ) => void
): Command[] {
	const { id, label } = environment;
	const actions = ( Object.keys( NAMES ) as Action[] ).filter( ( action ) =>
		buttonOf( environment, action )
	);
	return actions.map( ( action ) => ( {
		name: `headless-deploy/${ NAMES[ action ] }-${ id }`,
		label: sprintf(
			/* translators: 1: an action, for example “Rebuild”, 2: name of an environment. */
			_x( '%1$s: %2$s', 'action and environment', 'headless-deploy' ),
			actionLabel( action ),
			label
		),
		callback: ( { close } ) => {
			close();
			if ( action === 'cleanRebuild' ) {
				openConfirmation( id );
			} else {
				send( id, action );
			}
		},
	} ) );
}

/** Adds the actions that this user may start to the command palette, if the page has one. */
export function addCommands(
	boot: BootData,
	send: ( id: string, action: Action ) => void,
	go: ( url: string ) => void
): void {
	const register = actionsOf( 'core/commands' )?.registerCommand;
	if ( ! register ) {
		return;
	}
	const environments = boot.preload.status?.environments ?? [];
	const openConfirmation = ( id: string ) =>
		go( cleanRebuildUrl( boot, id ) );
	const open: Command = {
		name: 'headless-deploy/open-panel',
		label: __( 'Open Headless Deploy', 'headless-deploy' ),
		callback: ( { close } ) => {
			close();
			go( boot.urls.overview ?? '' );
		},
	};
	[
		...environments.flatMap( ( environment ) =>
			commandsOf( environment, send, openConfirmation )
		),
		open,
	].forEach( ( command ) => register( command ) );
}
