import type { Action } from '../../shared/actions.ts';
import type { EnvironmentStatus, PermittedAction } from '../../shared/wire.ts';
import { readBoot } from '../boot.ts';

export function actionLabel( action: Action ): string {
	return readBoot()?.actions[ action ] ?? action;
}

/** Finds the button of an action; undefined if the host does not offer the action or this user may not start it. */
export function buttonOf(
	{ actions }: Pick< EnvironmentStatus, 'actions' >,
	action: Action
): PermittedAction | undefined {
	return actions.find( ( one ) => one.action === action );
}
