<?php

declare( strict_types=1 );

namespace HeadlessDeploy\Notifications;

/**
 * A message in the language of its reader, as plain text.
 */
final class Message {
	/**
	 * @param string       $title      Subject of an e-mail, and first line in a chat.
	 * @param list<string> $lines
	 * @param string       $url        Where the reader sees more.
	 * @param string       $link_label Label of that link.
	 */
	public function __construct(
		public readonly string $title,
		public readonly array $lines,
		public readonly string $url,
		public readonly string $link_label,
	) {}

	public function text(): string {
		return implode( "\n", array( $this->title, ...$this->lines ) );
	}
}
