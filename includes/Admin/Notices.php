<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

/**
 * Prints admin notices for users who can solve a problem, until they dismiss it: database problems on every page,
 * others on the dashboard and the list of plugins.
 *
 * @phpstan-import-type Problem from Problems
 */
final class Notices {
	private const SCREENS = array( 'dashboard', 'plugins' );

	public function __construct(
		private readonly Problems $problems,
		private readonly Database_Problems $database,
	) {}

	public function print_notices(): void {
		$on_screen = in_array( get_current_screen()?->id, self::SCREENS, true ) ? $this->problems->all() : array();
		foreach ( array( ...$this->database->all(), ...$on_screen ) as $problem ) {
			if ( ! Dismissals::has( $problem['kind'], $problem['signature'] ) ) {
				$this->print_notice( $problem );
			}
		}
	}

	/**
	 * @param Problem $problem
	 */
	private function print_notice( array $problem ): void {
		$links = sprintf(
			'<a href="%1$s">%2$s</a> | <a href="%3$s">%4$s</a>',
			esc_url( $problem['url'] ),
			esc_html( $problem['link'] ),
			esc_url( Dismissals::url( $problem['kind'], $problem['signature'] ) ),
			esc_html__( 'Dismiss until the status changes', 'headless-deploy' ),
		);
		wp_admin_notice(
			sprintf(
				'<p><strong>%1$s</strong> %2$s</p><p>%3$s</p>',
				esc_html__( 'Headless Deploy:', 'headless-deploy' ),
				esc_html( $problem['text'] ),
				$links,
			),
			array(
				'type'               => $problem['type'],
				'paragraph_wrap'     => false,
				'additional_classes' => array( 'headless-deploy-notice' ),
			),
		);
	}
}
