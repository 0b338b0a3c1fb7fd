<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Admin;

use HeadlessDeploy\Action;
use HeadlessDeploy\Clock;
use HeadlessDeploy\Status\Environment_Entry;
use HeadlessDeploy\Time_Format;
use WP_Admin_Bar;

/**
 * The menu in the admin bar: the most urgent status, and below it the status and the buttons of each environment. All
 * items are links to the panel; the script starts runs and updates the texts.
 */
final class Admin_Bar {
	public const ID = 'headless-deploy';

	/** The menu must fit on a screen, so further environments are only counted. */
	private const MAX_ENVIRONMENTS = 4;

	public function __construct(
		private readonly Current_Status $status,
		private readonly Clock $clock,
	) {}

	public function add( WP_Admin_Bar $bar ): void {
		$status       = is_network_admin() || is_user_admin() ? null : $this->status->get();
		$environments = $status->environments ?? array();
		if ( null === $status || array() === $environments ) {
			$this->add_unreadable( $bar );
			return;
		}
		$by_urgency = $status->by_urgency();
		$this->add_label( $bar, $by_urgency[0] );
		$more = max( 0, count( $environments ) - self::MAX_ENVIRONMENTS );
		foreach ( 0 === $more ? $environments : array_slice( $by_urgency, 0, self::MAX_ENVIRONMENTS ) as $entry ) {
			$this->add_environment( $bar, $entry );
		}
		$this->add_panel( $bar, $more );
	}

	/**
	 * Returns the URL at which the panel asks for confirmation of a Clean Rebuild.
	 */
	public static function clean_rebuild_url( string $id ): string {
		return add_query_arg( 'clean-rebuild', rawurlencode( $id ), Page::urls()['overview'] );
	}

	private function add_unreadable( WP_Admin_Bar $bar ): void {
		if ( is_network_admin() || is_user_admin() || ! $this->status->is_unreadable() ) {
			return;
		}
		$this->add_root(
			$bar,
			sprintf( '<span class="ab-label">%s</span>', esc_html__( 'Headless Deploy: status could not be read', 'headless-deploy' ) ),
			'warning',
		);
	}

	private function add_label( WP_Admin_Bar $bar, Environment_Entry $entry ): void {
		$label = sprintf(
			/* translators: 1: name of an environment, 2: its status, for example “Rebuild in 10 s” or “Paused: this is a copy”. */
			_x( '%1$s · %2$s', 'environment and status', 'headless-deploy' ),
			$entry->environment->label,
			Time_Format::fill_by_minute( $entry->summary->headline, $this->clock->now_ms() ),
		);
		$html = sprintf( '<span class="screen-reader-text">%1$s </span><span class="ab-label">%2$s</span>', esc_html__( 'Headless Deploy', 'headless-deploy' ), esc_html( $label ) );
		$this->add_root( $bar, $html, $entry->summary->symbol );
	}

	/**
	 * @param string $html Escaped.
	 */
	private function add_root( WP_Admin_Bar $bar, string $html, string $symbol ): void {
		$bar->add_node(
			array(
				'id'    => self::ID,
				'title' => '<span class="ab-icon dashicons-cloud-upload" aria-hidden="true"></span>' . $html,
				'href'  => Page::urls()['overview'],
				'meta'  => array( 'class' => "headless-deploy-bar headless-deploy-bar--$symbol" ),
			),
		);
	}

	private function add_panel( WP_Admin_Bar $bar, int $more ): void {
		$group = self::ID . '-panel';
		$this->add_group( $bar, $group );
		if ( $more > 0 ) {
			/* translators: %s: number of environments. */
			$text = sprintf( _n( '%s more environment', '%s more environments', $more, 'headless-deploy' ), number_format_i18n( $more ) );
			$this->add_item( $bar, $group, 'more', esc_html( $text ), Page::urls()['overview'] );
		}
		$this->add_item( $bar, $group, 'open', esc_html( Page::open_label() ), Page::urls()['overview'] );
	}

	private function add_environment( WP_Admin_Bar $bar, Environment_Entry $entry ): void {
		$id    = $entry->environment->id;
		$group = self::ID . "-environment-$id";
		$this->add_group( $bar, $group );
		$state = sprintf(
			'<strong><bdi>%1$s</bdi></strong> · <span class="headless-deploy-headline">%2$s</span>',
			esc_html( $entry->environment->label ),
			esc_html( Time_Format::fill_by_minute( $entry->summary->headline, $this->clock->now_ms() ) ),
		);
		// A link too, because keyboard users reach only links.
		$this->add_item( $bar, $group, "state-$id", $state, Page::urls()['overview'], 'headless-deploy-state' );
		if ( ! $entry->permission->is_blocked() ) {
			$this->add_actions( $bar, $group, $entry );
		}
	}

	private function add_actions( WP_Admin_Bar $bar, string $group, Environment_Entry $entry ): void {
		$id      = $entry->environment->id;
		$panel   = Page::urls()['overview'];
		$rebuild = $entry->button_label( Action::Rebuild );
		$refresh = $entry->button_label( Action::Refresh );
		$purge   = $entry->button_label( Action::PurgeCache );
		if ( '' !== $rebuild ) {
			$this->add_item( $bar, $group, "rebuild-$id", esc_html( $rebuild ), $panel );
		}
		if ( array() !== $entry->buttons ) {
			$cancel = $entry->countdown()->cancel_label ?? '';
			// The script shows it when a countdown starts.
			$this->add_item( $bar, $group, "cancel-$id", esc_html( $cancel ), $panel, '' === $cancel ? 'headless-deploy-hidden' : '' );
		}
		if ( '' !== $refresh ) {
			$this->add_item( $bar, $group, "refresh-$id", esc_html( $refresh ), $panel );
		}
		if ( '' !== $purge ) {
			$this->add_item( $bar, $group, "purge-$id", esc_html( $purge ), $panel );
		}
		if ( '' !== $entry->button_label( Action::CleanRebuild ) ) {
			$this->add_item(
				$bar,
				$group,
				"clean-rebuild-$id",
				/* translators: %s: an action, for example “Clean Rebuild”; a question follows. */
				esc_html( sprintf( __( '%s…', 'headless-deploy' ), Action::CleanRebuild->label() ) ),
				self::clean_rebuild_url( $id ),
			);
		}
	}

	private function add_group( WP_Admin_Bar $bar, string $id ): void {
		$bar->add_group(
			array(
				'id'     => $id,
				'parent' => self::ID,
			),
		);
	}

	/**
	 * @param string $html Escaped.
	 */
	private function add_item( WP_Admin_Bar $bar, string $group, string $id, string $html, string $href, string $class_name = '' ): void {
		$bar->add_node(
			array(
				'id'     => self::ID . "-$id",
				'parent' => $group,
				'title'  => $html,
				'href'   => $href,
				'meta'   => array( 'class' => $class_name ),
			),
		);
	}
}
