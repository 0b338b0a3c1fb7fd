<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

/**
 * Words the refusals of the routes of the schedules. Errors asks it; nobody else does.
 */
final class Schedule_Errors {
	/**
	 * Code => HTTP status, where it is not 400.
	 */
	public const STATUSES = array(
		'headless_deploy_unknown_schedule'   => 404,
		'headless_deploy_too_many_schedules' => 409,
	);

	/**
	 * Returns the words of a code, or null when it is not one of these.
	 *
	 * @param array<string, string> $data Values that the message names.
	 */
	public static function message( string $code, array $data ): ?string {
		return match ( $code ) {
			/* translators: %s: id of a schedule. */
			'headless_deploy_unknown_schedule' => sprintf( __( 'There is no schedule “%s”. Reload the page to see those that exist.', 'headless-deploy' ), $data['id'] ?? '' ),
			/* translators: %s: number of schedules. */
			'headless_deploy_too_many_schedules' => sprintf( __( 'There are %s schedules already, which is the most that can be. Remove one that is no longer used.', 'headless-deploy' ), $data['limit'] ?? '' ),
			/* translators: %s: names of fields. */
			'headless_deploy_schedule_incomplete' => sprintf( __( 'The schedule is not complete, it lacks: %s. A schedule needs environment, action, frequency and time; a weekly one also weekday, a monthly one also day.', 'headless-deploy' ), $data['field'] ?? '' ),
			/* translators: 1: what was sent, 2: ids of the environments. */
			'headless_deploy_schedule_environment' => sprintf( __( 'The schedule is for “%1$s”, which is no environment of this site. Choose one of: %2$s.', 'headless-deploy' ), $data['id'] ?? '', $data['known'] ?? '' ),
			/* translators: %s: what was sent. */
			'headless_deploy_schedule_time'  => sprintf( __( '“%s” is not a time of day. Write hours and minutes from 00:00 to 23:59, for example 03:00.', 'headless-deploy' ), $data['time'] ?? '' ),
			'headless_deploy_schedule_label' => __( 'The schedule needs a name, for example Nightly. Leave it out to have it named after what it does.', 'headless-deploy' ),
			default                          => null,
		};
	}
}
