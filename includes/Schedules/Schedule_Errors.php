<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Schedules;

/**
 * Holds the errors of the routes for schedules, for `Errors`.
 */
final class Schedule_Errors {
	public const STATUSES = array(
		'headless_deploy_unknown_schedule'   => 404,
		'headless_deploy_too_many_schedules' => 409,
	);

	/**
	 * @param array<string> $data Values that the message names.
	 */
	public static function message( string $code, array $data ): ?string {
		return match ( $code ) {
			/* translators: %s: id of a schedule. */
			'headless_deploy_unknown_schedule' => sprintf( __( 'Schedule “%s” does not exist. Reload the page to see the current schedules.', 'headless-deploy' ), $data['id'] ?? '' ),
			/* translators: %s: number of schedules. */
			'headless_deploy_too_many_schedules' => sprintf( __( 'The limit of %s schedules is reached. Remove a schedule before you add another.', 'headless-deploy' ), $data['limit'] ?? '' ),
			/* translators: %s: names of fields. */
			'headless_deploy_schedule_incomplete' => sprintf( __( 'The schedule lacks required fields: %s. A schedule needs environment, action, frequency and time; a weekly schedule also needs weekday, a monthly schedule day.', 'headless-deploy' ), $data['field'] ?? '' ),
			/* translators: 1: id that was given. 2: ids of environments, separated by commas. */
			'headless_deploy_schedule_environment' => sprintf( __( 'Environment “%1$s” does not exist. Choose from: %2$s.', 'headless-deploy' ), $data['id'] ?? '', $data['known'] ?? '' ),
			/* translators: %s: what was sent. */
			'headless_deploy_schedule_time'  => sprintf( __( '“%s” is not a valid time. Enter hours and minutes from 00:00 to 23:59, for example 03:00.', 'headless-deploy' ), $data['time'] ?? '' ),
			'headless_deploy_schedule_label' => __( 'Enter a name for the schedule, for example Nightly. Omit the field to name the schedule after its action.', 'headless-deploy' ),
			default                          => null,
		};
	}
}
