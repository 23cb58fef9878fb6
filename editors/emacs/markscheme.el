;;; markscheme.el --- Mark corrections of learner English  -*- lexical-binding: t; -*-

;; Author: The Markscheme authors
;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, wp, convenience
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Shows the marks of a student's correction with the language server `markscheme serve', by eglot.  Word documents
;; open as the text that is marked.  `markscheme-command-map' has keys that decide, comment and give points;
;; docs/editors/emacs.md says how to bind it.

;;; Code:

(require 'eglot)

(defvar markscheme-server-command '("markscheme" "serve" "--stdio")
  "The server as `eglot-server-programs' takes it; set before loading.")

(add-to-list 'eglot-server-programs `(markdown-mode . ,markscheme-server-command))
;; Last, because HTML, TeX and other modes derive from `text-mode' and have their own servers.
(add-to-list 'eglot-server-programs `(text-mode . ,markscheme-server-command) t)

;;;###autoload
(defun markscheme-ensure ()
  "Start the server for this buffer if it is plain text or Markdown."
  (when (memq major-mode '(text-mode markdown-mode))
    (eglot-ensure)))

;;; Word documents

(define-advice eglot--path-to-uri (:filter-return (uri) markscheme)
  "Name the text of a Word document by a URI of its own."
  (replace-regexp-in-string "\\`file:\\(.*\\.\\(?:docx\\|odt\\|rtf\\)\\.txt\\)\\'" "markscheme-text:\\1" uri))

;; Old versions leave letters as bytes: a file that is not on the disk has no buffer under such a name.
(define-advice eglot--uri-to-path (:filter-return (path) markscheme)
  "Decode the letters of a path."
  (decode-coding-string (encode-coding-string path 'utf-8) 'utf-8))

(defun markscheme-view-fetch (&rest _)
  "Fetch the text of this buffer's Word document from the server."
  (when (eglot-managed-p)
    (let ((inhibit-read-only t)
          (answer (jsonrpc-request (eglot-current-server) :workspace/textDocumentContent
                                   (eglot--TextDocumentIdentifier))))
      (erase-buffer)
      (insert (plist-get answer :text))
      (goto-char (point-min))
      (set-buffer-modified-p nil))))

;;;###autoload
(define-derived-mode markscheme-view-mode text-mode "Marked"
  "Show the text of a Word document, as the server marks it."
  (let ((change-major-mode-with-file-name nil))
    (set-visited-file-name (concat buffer-file-name ".txt") t))
  (erase-buffer)
  (set-buffer-multibyte t)
  (set-buffer-modified-p nil)
  (setq buffer-read-only t)
  (setq-local revert-buffer-function #'markscheme-view-fetch)
  (add-hook 'eglot-managed-mode-hook #'markscheme-view-fetch nil t)
  (eglot-ensure))

;;; Decisions

(defun markscheme-run (command &rest arguments)
  "Run the server's COMMAND with ARGUMENTS."
  (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                   (list :command command :arguments (vconcat arguments)) :timeout 60))

(defun markscheme-decide (choice)
  "Decide CHOICE about the place at point."
  (markscheme-run "markscheme.decideAt" (plist-get (eglot--TextDocumentIdentifier) :uri)
                  (list :choice choice :position (eglot--pos-to-lsp-position))))

(defun markscheme-decide-correct () "Count the place at point as correct." (interactive) (markscheme-decide "correct"))
(defun markscheme-decide-partly () "Count the place at point as partly correct." (interactive)
       (markscheme-decide "partly"))
(defun markscheme-decide-wrong () "Count the place at point as wrong." (interactive) (markscheme-decide "wrong"))
(defun markscheme-decide-optional () "Count the place at point as optional." (interactive)
       (markscheme-decide "optional"))
(defun markscheme-decide-not-counted () "Do not count the place at point." (interactive)
       (markscheme-decide "not-counted"))

(defun markscheme-undo-decision ()
  "Take the last decision back."
  (interactive)
  (markscheme-run "markscheme.undoDecision" nil))

(defun markscheme-next-open ()
  "Go to the next place that nobody has decided."
  (interactive)
  (let* ((uri (plist-get (eglot--TextDocumentIdentifier) :uri))
         (found (markscheme-run "markscheme.nextOpen" uri (eglot--pos-to-lsp-position)))
         (location (plist-get found :location)))
    (when location
      (find-file (eglot--uri-to-path (plist-get location :uri)))
      (goto-char (eglot--lsp-position-to-point (plist-get (plist-get location :range) :start))))))

;;; Comments and points

(defun markscheme-give (command member prompt whole)
  "Ask with PROMPT, and send COMMAND with the answer as MEMBER.
It is about the WHOLE text, the region, or point."
  (let* ((start (if (use-region-p) (region-beginning) (point)))
         (end (if (use-region-p) (region-end) (point)))
         (range (list :start (eglot--pos-to-lsp-position start) :end (eglot--pos-to-lsp-position end)))
         (about (append (unless whole (list :range range)) (list member (read-string prompt)))))
    (jsonrpc-request (eglot-current-server) :workspace/executeCommand
                     (list :command command
                           :arguments (vector (plist-get (eglot--TextDocumentIdentifier) :uri) about)))))

(defun markscheme-comment (whole)
  "Comment on the finding at point, the region, or the WHOLE text."
  (interactive "P")
  (markscheme-give "markscheme.comment" :text "Comment: " whole))

(defun markscheme-give-points (whole)
  "Give points to the finding at point, the region, or the WHOLE text."
  (interactive "P")
  (markscheme-give "markscheme.givePoints" :points "Points: " whole))

(defvar markscheme-command-map
  (let ((map (make-sparse-keymap)))
    (define-key map "A" #'markscheme-decide-correct)
    (define-key map "P" #'markscheme-decide-partly)
    (define-key map "W" #'markscheme-decide-wrong)
    (define-key map "O" #'markscheme-decide-optional)
    (define-key map "D" #'markscheme-decide-not-counted)
    (define-key map "N" #'markscheme-next-open)
    (define-key map "U" #'markscheme-undo-decision)
    (define-key map "c" #'markscheme-comment)
    (define-key map "p" #'markscheme-give-points)
    map)
  "Keys that decide, comment and give points.")

(provide 'markscheme)
;;; markscheme.el ends here
