"""What a language model is asked about one edit of an English sentence (CLEME2.0, Figure 3 and Appendix A)."""

JUDGE_PROMPT = """\
As an evaluator for grammatical error correction, you are tasked with assessing the importance of each error. \
You will be provided with two lines: the first is an uncorrected sentence, the second shows the edit. \
Then you output the importance score of the given edit.
The scores range from 1 to 5, where a higher score reflects the greater significance of the correction, \
while a lower score indicates minor importance.
- A score of 1 means the correction is almost negligible and unnecessary.
- A score of 2 means the correction has slight influence.
- A score of 3 signifies some impact by the correction.
- A score of 4 means the edit is essential.
- A score of 5 indicates the modification is highly important and necessary.
Next, I'll provide you a sentence with an edit. You should score each edit accordingly. \
The output should only be the score, with no additional explanation.
Example Input:
Uncorrected sentence: Nowadays the technologies were improved a lot compared to the last century.
Edit: were → have
Example Output (1-5):
5
Note that the output must be a number between 1 and 5.
Here is the formal input:
Uncorrected sentence: {sentence}
Edit: {edit}
Example Output (1-5):
"""
